import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { Avatar } from '../workspace/avatar.tsx';
import { IconChevrons, IconSearch } from '../icons/icons.ts';
import { ariaKeys, useKeyNames } from './key-names.ts';
import type { Shortcut } from './shortcuts.ts';

/** The props that a Menu passes to its trigger. */
type Trigger = Omit<ComponentProps<typeof ButtonBase>, 'children' | 'ref'>;

/** A link in the navigation; it is current if the URL is below it. */
export function NavItem({
  to,
  icon,
  label,
  end,
}: {
  to: string;
  icon: ReactNode;
  label: string;
  end?: ReactNode;
}) {
  return (
    <li>
      <Item to={to} title={label}>
        {icon}
        <span className="wide">{label}</span>
        {end}
      </Item>
    </li>
  );
}

/** Opens the search of the workspace, like its shortcut. */
export function NavFinder({
  label,
  shortcut,
  onClick,
}: {
  label: string;
  shortcut: Shortcut;
  onClick(): void;
}) {
  const namesOf = useKeyNames();
  return (
    <Finder
      type="button"
      title={label}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys(shortcut)}
      onClick={onClick}
    >
      <IconSearch />
      <span className="wide">{label}</span>
      <kbd className="wide" aria-hidden>
        {namesOf(shortcut)[0]!.replace('+', ' ')}
      </kbd>
    </Finder>
  );
}

/** The current workspace, as the trigger of the menu for switching workspaces. */
export function NavSwitcher({ icon, name, ...trigger }: { icon: ReactNode; name: string } & Trigger) {
  return (
    <Switcher {...trigger}>
      {icon}
      <span className="wide cut">{name}</span>
      <IconChevrons className="wide" />
    </Switcher>
  );
}

/** The signed-in user, as the trigger of the user menu. */
export function NavUser({ name, role, ...trigger }: { name: string; role: string } & Trigger) {
  return (
    <User {...trigger}>
      <Avatar name={name} />
      <span className="wide lines">
        <span className="cut">{name}</span>
        <span className="cut role">{role}</span>
      </span>
      <IconChevrons className="wide" />
    </User>
  );
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const;

const RAIL = '@media (min-width: 601px) and (max-width: 1100px)';

const Item = styled(NavLink)({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: 'var(--control)',
  padding: '0 8px',
  borderRadius: 'var(--radius)',
  color: 'var(--text-2)',
  fontSize: 'var(--size-13)',
  fontWeight: 'var(--weight-medium)',
  textDecoration: 'none',
  transition: 'background var(--fast) var(--ease)',
  '& .hw-icon': { color: 'var(--icon)' },
  '&:hover': { background: 'var(--surface-3)', color: 'var(--text)', textDecoration: 'none' },
  '&[aria-current="page"]': { background: 'var(--fill)', color: 'var(--text)' },
  '&[aria-current="page"] .hw-icon': { color: 'var(--accent)' },
  [RAIL]: { width: 40, padding: 0, justifyContent: 'center' },
});

const trigger = {
  display: 'flex',
  justifyContent: 'flex-start',
  alignItems: 'center',
  gap: 8,
  borderRadius: 'var(--radius)',
  flex: 1,
  minWidth: 0,
  textAlign: 'left',
  fontFamily: 'inherit',
  fontSize: 'var(--size-13)',
  color: 'var(--text)',
  '&:hover, &[aria-expanded="true"]': { background: 'var(--surface-3)' },
  '& .cut': cut,
  '& > .hw-icon:last-of-type': { marginLeft: 'auto', color: 'var(--icon)', flex: 'none' },
  [RAIL]: { padding: 0, justifyContent: 'center', width: 40, height: 36, flex: 'none' },
  '@media (max-width: 600px)': { height: 44 },
} as const;

const Switcher = styled(ButtonBase)({
  ...trigger,
  height: 36,
  padding: '0 8px 0 6px',
  fontWeight: 'var(--weight-strong)',
});

const Finder = styled(ButtonBase)({
  display: 'flex',
  justifyContent: 'flex-start',
  alignItems: 'center',
  gap: 10,
  height: 32,
  flex: 'none',
  marginBottom: 12,
  padding: '0 6px 0 8px',
  borderRadius: 'var(--radius)',
  border: '1px solid var(--line-2)',
  background: 'var(--surface)',
  color: 'var(--text-2)',
  font: 'var(--weight-text) var(--size-13)/1 var(--font-sans)',
  '& .hw-icon': { color: 'var(--icon)', flex: 'none' },
  '& kbd': {
    marginLeft: 'auto',
    padding: '3px 5px',
    borderRadius: 'var(--radius-in)',
    background: 'var(--surface-3)',
    color: 'var(--text-2)',
    font: 'var(--weight-text) var(--size-12)/1 var(--font-sans)',
    whiteSpace: 'nowrap',
  },
  '&:hover': { borderColor: 'var(--control-line)', color: 'var(--text)' },
  [RAIL]: { width: 40, height: 36, padding: 0, justifyContent: 'center' },
  '@media (max-width: 600px)': { height: 44 },
});

const User = styled(ButtonBase)({
  ...trigger,
  padding: '6px 8px',
  fontWeight: 'var(--weight-text)',
  '& .lines': { display: 'grid', lineHeight: 1.3, minWidth: 0 },
  '& .role': { fontSize: 'var(--size-12)', color: 'var(--text-3)' },
});
