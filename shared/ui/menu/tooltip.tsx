import MuiTooltip from '@mui/material/Tooltip';
import { styled } from '@mui/material/styles';
import type { ReactElement, ReactNode } from 'react';

/** A few words about what it wraps, on hover and focus; never the only way to learn them. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <MuiTooltip
      describeChild
      title={text}
      slots={{ tooltip: Bubble }}
      slotProps={{ popper: { sx: { zIndex: 'var(--z-tooltip)' } } }}
    >
      {children}
    </MuiTooltip>
  );
}

const Bubble = styled('div')({
  maxWidth: 260,
  padding: '5px 8px',
  margin: 4,
  borderRadius: 'var(--radius-in)',
  background: 'var(--n-800)',
  color: 'var(--n-100)',
  '[data-theme="dark"] &': { background: 'var(--n-700)' },
  fontSize: 'var(--size-12)',
  lineHeight: 1.4,
});
