import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLabel } from './button-label.tsx';

export interface ButtonProps {
  children: ReactNode;
  /** At most one primary button per screen, whose label starts with a verb. Default `secondary`. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  /** `small` for toolbars and tables, `tall` for the submit button of a public form. */
  size?: 'medium' | 'small' | 'tall';
  wide?: boolean;
  icon?: ReactNode;
  endIcon?: ReactNode;
  /** Waiting for a response: ignores clicks and keeps its width. */
  busy?: boolean;
  /** The label while `busy`; by default the label doesn't change. */
  busyLabel?: ReactNode;
  /** Why it can't be used now. The button is inert, but stays reachable by keyboard and shows the reason. */
  disabledReason?: string;
  disabled?: boolean;
  /** Makes it a link within the product. */
  to?: string;
  /** Makes it a link to another site or to a file. */
  href?: string;
  type?: 'button' | 'submit';
  form?: string;
  id?: string;
  className?: string;
  title?: string;
  download?: boolean;
  target?: string;
  autoFocus?: boolean;
  onClick?(event: MouseEvent<HTMLElement>): void;
  'aria-label'?: string;
  'aria-pressed'?: boolean;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox';
  'aria-controls'?: string;
  'aria-keyshortcuts'?: string;
  'aria-describedby'?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A button, or a link if `to` or `href` is given. */
export function Button({
  children,
  variant = 'secondary',
  size = 'medium',
  wide,
  icon,
  endIcon,
  busy = false,
  busyLabel,
  disabledReason,
  disabled,
  title,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const inert = busy || disabledReason !== undefined;
  return (
    <ButtonRoot
      {...linkOf(rest.to, rest.href)}
      {...rest}
      type={rest.to || rest.href ? undefined : type}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      disabled={disabled}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      disableTouchRipple={inert} // prevents new ripples; the one of the click that made it busy runs to its end
      title={disabledReason ?? title}
      onClick={inert ? (event: MouseEvent) => event.preventDefault() : onClick}
    >
      {icon}
      <ButtonLabel busy={busy} busyLabel={busyLabel}>
        {children}
      </ButtonLabel>
      {endIcon}
    </ButtonRoot>
  );
}

function linkOf(to?: string, href?: string) {
  if (to) return { component: Link };
  return href ? { component: 'a' } : {};
}

const filled = (color: string, ink: string, hover: string) => ({
  background: `var(--${color})`,
  color: `var(--${ink})`,
  '&:hover': { background: `var(--${hover})` },
  '&:active': { background: `color-mix(in srgb, var(--${hover}) 88%, #000)` },
});

/** Shared with IconButton. Its variants are data attributes, so that the styles are created only once. */
export const ButtonRoot = styled(ButtonBase)({
  gap: 6,
  height: 'var(--control)',
  padding: '0 12px',
  borderRadius: 'var(--radius)',
  font: 'var(--weight-medium) var(--size-13) / 1 var(--font-sans)',
  whiteSpace: 'nowrap',
  color: 'var(--text)',
  background: 'var(--fill)',
  transition: 'background var(--fast) var(--ease), color var(--fast) var(--ease)',
  flex: 'none',
  maxWidth: '100%',
  '&:hover': { background: 'var(--fill-hover)', textDecoration: 'none' },
  '&:active': { background: 'color-mix(in srgb, var(--fill-hover) 88%, var(--text))' },
  '& .hw-icon': { opacity: 0.86 },
  '&[data-variant="primary"]': filled('accent', 'on-accent', 'accent-hover'),
  '&[data-variant="danger"]': filled('bad', 'on-bad', 'bad-hover'),
  '&[data-variant="ghost"]': {
    background: 'transparent',
    color: 'var(--text-2)',
    '&:hover': { background: 'var(--surface-3)', color: 'var(--text)' },
  },
  '&[data-size="small"]': { height: 'var(--control-sm)', padding: '0 10px' },
  '&[data-size="tall"]': { height: 'max(36px, var(--control))' },
  '&[data-wide]': { width: '100%' },
  '&[aria-pressed="true"], &[aria-expanded="true"]:not([data-variant="primary"])': {
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
  },
  '&[aria-disabled="true"], &:disabled': {
    background: 'var(--surface-3)',
    color: 'var(--text-3)',
    cursor: 'default',
    '&:hover, &:active': { background: 'var(--surface-3)' },
  },
  '&[data-variant="ghost"][aria-disabled="true"], &[data-variant="ghost"]:disabled': {
    background: 'transparent',
  },
  '&[aria-busy="true"]': { cursor: 'progress' },
  '@media (forced-colors: active)': { border: '1px solid' },
}) as typeof ButtonBase;
