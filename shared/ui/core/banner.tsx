import { styled } from '@mui/material/styles';
import type { ReactNode, Ref } from 'react';
import { Glyph, type GlyphName } from '../icons/glyphs.tsx';
import { tones } from './tones.ts';

export interface BannerProps {
  tone: 'bad' | 'warn' | 'info' | 'ok';
  children: ReactNode;
  /** A small Button for what can be done about it. */
  action?: ReactNode;
  /** `alert` is announced immediately, as for an error after a click; default `status`. */
  role?: 'alert' | 'status' | 'note';
  id?: string;
  ref?: Ref<HTMLDivElement>;
}
const GLYPHS: Record<BannerProps['tone'], GlyphName> = {
  bad: 'action',
  warn: 'action',
  info: 'queued',
  ok: 'synced',
};

/** A message in the flow of the page: cause, then fix, then a button. */
export function Banner({ tone, children, action, role = 'status', ...rest }: BannerProps) {
  return (
    <Root data-tone={tone} role={role} {...rest}>
      <Glyph name={GLYPHS[tone]} />
      <Body>{children}</Body>
      {action}
    </Root>
  );
}

const Root = styled('div')({
  ...tones,
  display: 'flex',
  gap: 10,
  alignItems: 'flex-start',
  padding: '10px 12px',
  borderRadius: 'var(--radius)',
  fontSize: 'var(--size-13)',
  background: 'var(--tone-soft)',
  color: 'var(--text)',
  boxShadow: 'inset 0 0 0 1px var(--tone-line)',
  '& > .hw-icon': { marginTop: 2, color: 'var(--tone)', '--glyph-ink': 'var(--tone-soft)' },
  '& b, & strong': { color: 'var(--tone-text)' },
  // If the text next to them would get too narrow, the buttons wrap below the start of the text.
  '&:has(> div + *)': { flexWrap: 'wrap' },
  '& > div + *': { margin: '-3px -4px -3px 26px' },
  '& .MuiButtonBase-root[data-variant="secondary"]': {
    background: 'color-mix(in srgb, var(--tone) 14%, transparent)',
    color: 'var(--tone-text)',
    '&:hover': { background: 'color-mix(in srgb, var(--tone) 22%, transparent)' },
  },
});

const Body = styled('div')({ flex: '1 1 220px', minWidth: 0 });
