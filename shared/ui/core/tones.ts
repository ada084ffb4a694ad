import type { CSSObject } from '@mui/material/styles';

const tone = (name: string) => ({
  '--tone': `var(--${name})`,
  '--tone-text': `var(--${name}-text)`,
  '--tone-soft': `var(--${name}-soft)`,
  '--tone-line': `var(--${name}-line)`,
});

/** Styles that set `--tone`, `--tone-text`, `--tone-soft`, and `--tone-line` by the element's `data-tone`. */
export const tones: CSSObject = {
  '&[data-tone="ok"]': tone('ok'),
  '&[data-tone="info"]': tone('info'),
  '&[data-tone="warn"]': tone('warn'),
  '&[data-tone="bad"]': tone('bad'),
  '&[data-tone="none"]': {
    '--tone': 'var(--icon)',
    '--tone-text': 'var(--text-2)',
    '--tone-soft': 'var(--surface-3)',
    '--tone-line': 'var(--line-2)',
  },
};

export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'none';
