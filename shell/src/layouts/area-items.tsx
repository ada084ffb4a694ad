import type { MenuEntry } from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import { NavItem } from '@headwater/shared/ui/menu';
import { menuIcon } from './menu-icons.ts';

/**
 * The menu entries of remotes' areas, shown without loading any remote. `organizationId` is the workspace's,
 * if the menu is a workspace's.
 */
export function AreaItems({
  entries,
  organizationId = '',
}: {
  entries: readonly MenuEntry[];
  organizationId?: string;
}) {
  const language = useLanguage();
  return entries.map(({ path, icon, label }) => {
    const Icon = menuIcon(icon);
    const to = path.replace(':organizationId', organizationId);
    // English, if the remote has no label in a language that was added later
    return <NavItem key={path} to={to} icon={<Icon />} label={label[language] ?? label.en ?? to} />;
  });
}
