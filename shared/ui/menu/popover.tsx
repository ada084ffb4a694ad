import MuiPopover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { useId, useState, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { useLayer } from './layer.ts';

interface TriggerWiring {
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick(event: MouseEvent<HTMLElement>): void;
}

export interface PopoverProps {
  /** The accessible name of what opens. */
  label: string;
  /** Renders the button that opens it; spread the given props onto it. */
  trigger(wiring: TriggerWiring): ReactElement;
  /** Renders the content, such as a form. */
  children(close: () => void): ReactNode;
  /** The edge of the trigger that it's aligned with. */
  align?: 'start' | 'end';
  /** In px. On phones, it is a sheet at the bottom, as wide as the screen. */
  width?: number;
}

/** A small form under a button. Escape and a click outside close it, and the focus returns to the button. */
export function Popover({ trigger, ...rest }: PopoverProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      {trigger({
        'aria-haspopup': 'dialog',
        'aria-expanded': anchor !== null,
        'aria-controls': anchor ? id : undefined,
        onClick: (event) => setAnchor(event.currentTarget),
      })}
      <PopoverAt {...rest} id={id} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}

export interface PopoverAtProps extends Omit<PopoverProps, 'trigger'> {
  /** What it hangs under. Null while it's closed. */
  anchor: HTMLElement | null;
  id?: string;
  onClose(): void;
}

/** A popover under something that has no button of its own for it. */
export function PopoverAt({
  label,
  anchor,
  id,
  onClose,
  children,
  align = 'start',
  width = 316,
}: PopoverAtProps) {
  const horizontal = align === 'end' ? 'right' : 'left';
  return (
    <Root
      container={useLayer()}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal }}
      transformOrigin={{ vertical: 'top', horizontal }}
      slotProps={{ paper: { id, role: 'dialog', 'aria-label': label, style: { width } } }}
    >
      {children(onClose)}
    </Root>
  );
}

export const PopoverBody = styled('div')({ display: 'grid', gap: 12, padding: 16 });

/** What will happen at the left, the button at the right. */
export const PopoverFoot = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 12,
  padding: '8px 8px 8px 16px',
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  fontVariantNumeric: 'tabular-nums',
});

const Root = styled(MuiPopover)({
  zIndex: 'var(--z-menu)',
  '& .MuiPaper-root': {
    maxWidth: 'calc(100vw - 16px)',
    marginTop: 4,
    borderRadius: 'var(--radius)',
    background: 'var(--overlay)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
    fontSize: 'var(--size-13)',
  },
  '@media (max-width: 600px)': {
    '& .MuiPaper-root': {
      inset: 'auto 0 0 0 !important',
      width: '100% !important',
      maxWidth: '100%',
      maxHeight: '80vh !important',
      borderRadius: 'var(--radius) var(--radius) 0 0',
    },
  },
});
