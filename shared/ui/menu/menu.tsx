import MuiMenu from '@mui/material/Menu';
import MuiMenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import {
  createContext,
  useContext,
  useId,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Link } from 'react-router-dom';
import { IconCheck } from '../icons/icons.ts';
import { useLayer } from './layer.ts';

interface TriggerWiring {
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick(event: MouseEvent<HTMLElement>): void;
}

export interface MenuProps {
  /** Renders the button that opens the menu; spread the given props onto it. */
  trigger(wiring: TriggerWiring): ReactElement;
  children: ReactNode;
  /** The edge of the trigger that the menu is aligned with. */
  align?: 'start' | 'end';
  /** Opens it above the trigger, at the bottom of the window. */
  above?: boolean;
}

const Close = createContext<() => void>(() => {});

/** A menu at a button. Arrow keys, letters, and Escape work, and the focus returns to the button. */
export function Menu({ trigger, children, align = 'start', above = false }: MenuProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const layer = useLayer();
  const close = () => setAnchor(null);
  const horizontal = align === 'end' ? 'right' : 'left';
  return (
    <>
      {trigger({
        id: `${id}-trigger`,
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        'aria-controls': anchor ? id : undefined,
        onClick: (event) => setAnchor(event.currentTarget),
      })}
      <Close.Provider value={close}>
        <Sheet
          id={id}
          container={layer}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          anchorOrigin={{ vertical: above ? 'top' : 'bottom', horizontal }}
          transformOrigin={{ vertical: above ? 'bottom' : 'top', horizontal }}
          data-above={above || undefined}
          slotProps={{ list: { 'aria-labelledby': `${id}-trigger`, dense: true } }}
        >
          {children}
        </Sheet>
      </Close.Provider>
    </>
  );
}

export interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  /** At the end: a shortcut, a count. */
  end?: ReactNode;
  /** Makes it one of several choices; the selected one has a check mark. */
  selected?: boolean;
  danger?: boolean;
  /** Why it can't be chosen now. It stays reachable by keyboard, and shows the reason. */
  disabledReason?: string | undefined;
  /** Makes it a link within the product. */
  to?: string;
  /** Makes it a link to somewhere else, such as an address to write to. */
  href?: string;
  /** Makes it a link that saves the file at this URL. */
  download?: string;
  /** Says that a dialog opens. */
  'aria-haspopup'?: 'dialog';
  'aria-keyshortcuts'?: string;
  onSelect?(): void;
}

/** Closes the menu and performs its action. */
export function MenuItem({
  children,
  icon,
  end,
  selected,
  danger,
  disabledReason,
  to,
  href,
  download,
  onSelect,
  ...rest
}: MenuItemProps) {
  const close = useContext(Close);
  const id = useId();
  const inert = disabledReason !== undefined;
  const link = to
    ? { component: Link, to }
    : download
      ? { component: 'a', href: download, download: true }
      : href
        ? { component: 'a', href }
        : {};
  return (
    <Item
      {...rest}
      {...link}
      aria-disabled={inert || undefined}
      aria-describedby={inert ? `${id}-reason` : undefined}
      disableRipple={inert}
      role={selected === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={selected}
      data-danger={danger || undefined}
      onClick={(event: MouseEvent) => {
        if (inert) return event.preventDefault();
        close();
        onSelect?.();
      }}
    >
      {icon}
      <span className="text">
        {/* Neither is part of the other's words: the one is its name, the other describes it. */}
        <span>{children}</span>
        {inert && (
          <small id={`${id}-reason`} aria-hidden>
            {disabledReason}
          </small>
        )}
      </span>
      {end}
      {selected && <IconCheck />}
    </Item>
  );
}

/** Items that belong together, under their name. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <li role="none">
      <GroupLabel id={id} role="presentation">
        {label}
      </GroupLabel>
      <Group role="group" aria-labelledby={id}>
        {children}
      </Group>
    </li>
  );
}

export const MenuDivider = () => <Divider role="separator" />;

const GroupLabel = styled('div')({
  padding: '6px 8px 4px',
  fontSize: 'var(--size-12)',
  color: 'var(--text-3)',
  overflowWrap: 'anywhere',
});
const Group = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });
const Divider = styled('li')({ borderTop: 'var(--hair)', margin: '4px -4px', listStyle: 'none' });

const Sheet = styled(MuiMenu)({
  zIndex: 'var(--z-menu)',
  '& .MuiPaper-root': {
    minWidth: 216,
    maxWidth: 'min(320px, calc(100vw - 32px))',
    marginTop: 4,
    padding: 4,
    borderRadius: 'var(--radius)',
    background: 'var(--overlay)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
    fontSize: 'var(--size-13)',
  },
  '&[data-above] .MuiPaper-root': { marginTop: -4 },
  '& .MuiMenu-list': { padding: 0 },
});

const Item = styled(MuiMenuItem)({
  gap: 8,
  minHeight: 30,
  padding: '0 8px',
  borderRadius: 'var(--radius-in)',
  color: 'var(--text)',
  fontSize: 'var(--size-13)',
  '& > .text': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > .hw-icon': { color: 'var(--icon)' },
  '&:hover, &.Mui-focusVisible': { background: 'var(--surface-3)', textDecoration: 'none' },
  '&.Mui-focusVisible': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: '-2px' },
  '&[aria-disabled="true"]': {
    color: 'var(--text-3)',
    cursor: 'default',
    '& > .hw-icon': { opacity: 0.45 },
    '& small': { display: 'block', paddingBottom: 4, fontSize: 'var(--size-12)', whiteSpace: 'normal' },
  },
  '&[data-danger]': { color: 'var(--bad-text)', '& > .hw-icon': { color: 'var(--bad)' } },
  '@media (pointer: coarse), (max-width: 600px)': { minHeight: 'var(--control-touch)' },
}) as typeof MuiMenuItem;
