import { isPermission, may, type MenuEntry, type MenuPlace, type Role } from '@headwater/shared/contract';
import { areaOf } from './areas.ts';
import { declared } from './declared.ts';

/**
 * Returns a menu's entries in order, from all remotes of the page. In a workspace, only those that the role
 * may see.
 */
export function menuOf(place: MenuPlace, role?: Role): MenuEntry[] {
  return declared()
    .flatMap(({ menu }) => menu)
    .filter((entry) => entry.place === place && areaOf(entry.path)?.group === place)
    .filter((entry) => isOpen(entry, role))
    .sort((a, b) => a.order - b.order);
}

/** A permission that this shell doesn't know is granted to no one. The remote may be newer or older. */
function isOpen({ permission }: MenuEntry, role: Role | undefined) {
  if (permission === undefined) return true;
  return role !== undefined && isPermission(permission) && may(role, permission);
}
