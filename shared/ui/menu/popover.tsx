import MuiPopover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export interface PopoverProps {
  /** What it points to; null while closed. */
  anchor: HTMLElement | null;
  /** Spoken name. */
  label: string;
  children: ReactNode;
  onClose(): void;
}

/** A small sheet at something, for a closer look at it. */
export function Popover({ anchor, label, children, onClose }: PopoverProps) {
  return (
    <Root
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
    >
      {children}
    </Root>
  );
}

const Root = styled(MuiPopover)({
  zIndex: 'var(--z-menu)',
  '& .MuiPaper-root': {
    marginTop: 4,
    padding: 12,
    maxWidth: 'min(480px, calc(100vw - 32px))',
    borderRadius: 'var(--radius)',
    background: 'var(--overlay)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
    fontSize: 'var(--size-13)',
  },
});
