import { styled } from '@mui/material/styles';
import { ownProps } from './own-props.ts';

interface TextProps {
  /** `muted` beside what matters, `dim` for units and timestamps; each still reads at 4.5:1. */
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

/** Running text. A `<span>`; give `as="p"` for a paragraph. */
export const Text = styled(
  'span',
  ownProps('tone', 'size', 'strong'),
)<TextProps>(({ tone, size, strong }) => ({
  color: tone && `var(${TONES[tone]})`,
  fontSize: size && `var(--size-${size})`,
  fontWeight: strong ? 'var(--weight-medium)' : undefined,
  overflowWrap: 'break-word',
}));

/** Names of tables and columns, ids, SQL. */
export const Mono = styled('span')({ fontFamily: 'var(--font-mono)', fontSize: '0.92em' });

/** A code word within a sentence. */
export const InlineCode = styled('code')({
  padding: '1px 5px',
  borderRadius: 'var(--radius-in)',
  background: 'var(--surface-3)',
  fontSize: '0.88em',
  overflowWrap: 'anywhere',
});

/** One line that ends in "…" where it is too long; put the whole text into `title`. */
export const Cut = styled('span')({
  display: 'block',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

/** Two lines in a table cell: the thing, and under it what it is. The second child is the quiet one. */
export const TwoLines = styled('span')({
  display: 'grid',
  gap: 1,
  minWidth: 0,
  lineHeight: 1.35,
  '& > * + *': { fontSize: 'var(--size-12)', color: 'var(--text-3)', fontWeight: 'var(--weight-text)' },
});

/** Figures of one width, so that columns of numbers stand in line. */
export const Figure = styled('span')({ fontVariantNumeric: 'tabular-nums' });

/** Read aloud, not shown. */
export const VisuallyHidden = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

/** A quiet paragraph: what will happen, why something can't be changed. */
export const Note = styled('p')({
  color: 'var(--text-2)',
  fontSize: 'var(--size-13)',
  overflowWrap: 'anywhere',
});
