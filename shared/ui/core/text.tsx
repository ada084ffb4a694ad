import { styled } from '@mui/material/styles';
import { ownProps } from './own-props.ts';

interface TextProps {
  /** `muted` for secondary text, `dim` for units and timestamps; both have a contrast of at least 4.5:1. */
  tone?: 'muted' | 'dim' | 'ok' | 'info' | 'warn' | 'bad';
  size?: 12 | 13 | 14 | 16 | 20 | 28;
  strong?: boolean;
}
const TONES = {
  muted: '--text-2',
  dim: '--text-3',
  ok: '--ok-text',
  info: '--info-text',
  warn: '--warn-text',
  bad: '--bad-text',
};

/** Text in a `<span>`; pass `as="p"` for a paragraph. */
export const Text = styled(
  'span',
  ownProps('tone', 'size', 'strong'),
)<TextProps>(({ tone, size, strong }) => ({
  color: tone && `var(${TONES[tone]})`,
  fontSize: size && `var(--size-${size})`,
  fontWeight: strong ? 'var(--weight-medium)' : undefined,
  overflowWrap: 'break-word',
}));

/** Monospaced text: names of tables and columns, IDs, SQL. */
export const Mono = styled('span')({ fontFamily: 'var(--font-mono)', fontSize: '0.92em' });

/** Code within a sentence. */
export const InlineCode = styled('code')({
  padding: '1px 5px',
  borderRadius: 'var(--radius-in)',
  background: 'var(--surface-3)',
  fontSize: '0.88em',
  overflowWrap: 'anywhere',
});

/** A single line, truncated with "…" if it is too long; pass the whole text as `title`. */
export const Cut = styled('span')({
  display: 'block',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

/** Two lines in a table cell: a name, and below it a description as the second child in quieter type. */
export const TwoLines = styled('span')({
  display: 'grid',
  gap: 1,
  minWidth: 0,
  lineHeight: 1.35,
  '& > * + *': { fontSize: 'var(--size-12)', color: 'var(--text-3)', fontWeight: 'var(--weight-text)' },
});

/** Digits of equal width, so that columns of numbers line up. */
export const Figure = styled('span')({ fontVariantNumeric: 'tabular-nums' });

/** Text only for screen readers. */
export const VisuallyHidden = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

/** A quiet paragraph, for what will happen or why something can't be changed. */
export const Note = styled('p')({
  color: 'var(--text-2)',
  fontSize: 'var(--size-13)',
  overflowWrap: 'anywhere',
});
