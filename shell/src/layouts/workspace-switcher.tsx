import type { ReactNode } from 'react';
import { paths } from '@headwater/shared/routing';
import { useSignedIn } from '@headwater/shared/session';
import { IconPlus } from '@headwater/shared/ui/icons';
import { Menu, MenuDivider, MenuItem, NavSwitcher } from '@headwater/shared/ui/menu';
import { messages } from '../messages.ts';

interface WorkspaceSwitcherProps {
  icon: ReactNode;
  /** The name of the current place. */
  name: string;
  /** The current workspace, if any. */
  current?: string;
}

/** Shows the current place and links to each of the user's workspaces and to a new one. */
export function WorkspaceSwitcher({ icon, name, current }: WorkspaceSwitcherProps) {
  const t = messages.use();
  const { organizations } = useSignedIn();
  return (
    <Menu
      trigger={(wiring) => (
        <NavSwitcher icon={icon} name={name} aria-label={t('workspace.switch', { name })} {...wiring} />
      )}
    >
      {organizations.map(({ organizationId, name }) => (
        <MenuItem
          key={organizationId}
          selected={organizationId === current}
          to={paths.workspace(organizationId)}
        >
          {name}
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem icon={<IconPlus />} to={paths.createWorkspace()}>
        {t('workspace.create')}
      </MenuItem>
    </Menu>
  );
}
