import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Glyph, type GlyphName } from '../icons/glyphs.tsx';
import { uiMessages } from '../ui-messages.ts';
import { tones, type Tone } from '../core/tones.ts';

/** The vocabulary of states: the shape and color of each. */
const VOCABULARY = {
  synced: ['synced', 'ok'],
  syncing: ['syncing', 'info'],
  queued: ['queued', 'none'],
  rate_limited: ['limited', 'warn'],
  incomplete: ['incomplete', 'warn'],
  action_required: ['action', 'bad'],
  paused: ['paused', 'none'],
  not_synced: ['never', 'none'],
  delayed: ['delayed', 'warn'],
} as const satisfies Record<string, readonly [GlyphName, Tone]>;

export type StatusName = keyof typeof VOCABULARY;

export interface StatusBadgeProps {
  status: StatusName;
  /** On a tinted background, next to a heading. */
  pill?: boolean;
  /** A label instead of the vocabulary's, if only a part of something has the state ("Running", "Complete"). */
  children?: ReactNode;
}

/** A state as shape, color, and word. */
export function StatusBadge({ status, pill, children }: StatusBadgeProps) {
  const t = uiMessages.use();
  const [glyph, tone] = VOCABULARY[status];
  return <Mark glyph={glyph} tone={tone} pill={pill} words={children ?? t(`status.${status}`)} />;
}

export interface MarkProps {
  glyph: GlyphName;
  tone: Tone;
  words: ReactNode;
  pill?: boolean;
}

/** A shape and a label in its tone, for anything that isn't in the vocabulary of states. */
export function Mark({ glyph, tone, words, pill }: MarkProps) {
  return (
    <Root data-tone={tone} data-pill={pill || undefined}>
      <Glyph name={glyph} size={pill ? 14 : 16} />
      {words}
    </Root>
  );
}

const Root = styled('span')({
  ...tones,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  fontSize: 'var(--size-13)',
  fontWeight: 'var(--weight-medium)',
  whiteSpace: 'nowrap',
  color: 'var(--text)',
  lineHeight: 1.25,
  verticalAlign: 'middle',
  'td > &': { display: 'flex' },
  '& .hw-icon': { color: 'var(--tone)' },
  '&[data-tone="bad"], &[data-tone="warn"]': { color: 'var(--tone-text)' },
  '&[data-tone="none"]:not([data-pill])': { color: 'var(--text-2)' },
  '&[data-pill]': {
    background: 'var(--tone-soft)',
    color: 'var(--tone-text)',
    height: 24,
    padding: '0 9px 0 6px',
    borderRadius: 'var(--radius-full)',
    fontSize: 'var(--size-12)',
    '--glyph-ink': 'var(--tone-soft)',
  },
});
