import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export interface FilterChipProps {
  children: ReactNode;
  /** How many items match the filter. */
  count?: ReactNode;
  pressed: boolean;
  onClick(): void;
}

/** One of several filters of a list. Put them into Chips. */
export function FilterChip({ children, count, pressed, onClick }: FilterChipProps) {
  return (
    <Root type="button" aria-pressed={pressed} onClick={onClick}>
      {children}
      {count !== undefined && <span>{count}</span>}
    </Root>
  );
}

/** A row of chips. On phones it scrolls sideways instead of wrapping. */
export const Chips = styled('div')({
  display: 'flex',
  gap: 6,
  flexWrap: 'wrap',
  alignItems: 'center',
  '@media (max-width: 600px)': {
    flexWrap: 'nowrap',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    marginInline: -16,
    paddingInline: 16,
    paddingBlock: 2,
  },
});

const Root = styled(ButtonBase)({
  gap: 6,
  height: 'var(--control-sm)',
  padding: '0 10px',
  borderRadius: 'var(--radius)',
  background: 'var(--surface-3)',
  color: 'var(--text-2)',
  font: 'var(--weight-text) var(--size-13)/1 var(--font-sans)',
  whiteSpace: 'nowrap',
  flex: 'none',
  transition: 'background var(--fast) var(--ease)',
  '& > span:not(.MuiTouchRipple-root)': { color: 'var(--text-3)', fontVariantNumeric: 'tabular-nums' },
  '&:hover': { background: 'var(--fill)', color: 'var(--text)' },
  '&[aria-pressed="true"]': {
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
    fontWeight: 'var(--weight-medium)',
    '& > span': { color: 'inherit', fontWeight: 'var(--weight-text)' },
  },
  '@media (forced-colors: active)': { border: '1px solid' },
});
