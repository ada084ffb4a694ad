import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Glyph, type GlyphName } from '../icons/glyphs.tsx';
import { uiMessages } from '../ui-messages.ts';
import { tones, type Tone } from '../core/tones.ts';

/** The one vocabulary of states: shape, colour and word. */
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
  /** On a tinted ground, beside a heading. */
  pill?: boolean;
  /** Words in place of the vocabulary's, where a part of a thing has the state ("Running", "Complete"). */
  children?: ReactNode;
}

/** A state as shape, colour and word. */
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

/** A shape with words in its tone, for what the vocabulary of states doesn't name. */
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
