import type { MenuEntry } from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import { NavItem } from '@headwater/shared/ui/menu';
import { menuIcon } from './menu-icons.ts';

/** Entries of remotes' areas, none of which has to be loaded for it. `organizationId` is that of the workspace's menu. */
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
    // a language that the remote was built before is said in English
    return <NavItem key={path} to={to} icon={<Icon />} label={label[language] ?? label.en ?? to} />;
  });
}
