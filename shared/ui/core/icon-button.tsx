import type { MouseEvent, ReactNode, Ref } from 'react';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { ButtonRoot } from './button.tsx';

export interface IconButtonProps {
  /** What it does: its accessible name and tooltip. */
  label: string;
  /** The icon. */
  children: ReactNode;
  variant?: 'primary' | 'secondary' | 'ghost';
  size?: 'medium' | 'small';
  disabledReason?: string;
  to?: string;
  /** Makes it a link that saves the file at this URL. */
  download?: string;
  id?: string;
  className?: string;
  tabIndex?: number;
  onClick?(event: MouseEvent<HTMLElement>): void;
  'aria-pressed'?: boolean;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-controls'?: string;
  'aria-describedby'?: string;
  'aria-keyshortcuts'?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button with only an icon. Default variant `ghost`. */
export function IconButton({
  label,
  children,
  variant = 'ghost',
  size = 'medium',
  disabledReason,
  download,
  onClick,
  ...rest
}: IconButtonProps) {
  const inert = disabledReason !== undefined;
  return (
    <Square
      {...(rest.to
        ? { component: Link }
        : download
          ? { component: 'a', href: download, download: '' }
          : { type: 'button' })}
      {...rest}
      data-variant={variant}
      data-size={size}
      aria-label={label}
      title={disabledReason ?? label}
      aria-disabled={inert || undefined}
      disableTouchRipple={inert}
      onClick={inert ? (event: MouseEvent) => event.preventDefault() : onClick}
    >
      {children}
    </Square>
  );
}

const Square = styled(ButtonRoot)({
  width: 'var(--control)',
  padding: '0 !important',
  '&[data-variant="ghost"], &[data-variant="secondary"]': { color: 'var(--text-2)' },
  '&[data-variant="ghost"][aria-disabled="true"]': { color: 'var(--text-3)', opacity: 0.45 },
  '&[data-size="small"]': { width: 'var(--control-sm)' },
  '&[data-variant][aria-disabled="true"]': { color: 'var(--text-3)', '& .hw-icon': { opacity: 0.45 } },
}) as typeof ButtonRoot;
