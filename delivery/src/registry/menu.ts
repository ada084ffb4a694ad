import {
  isPermission,
  LANGUAGES,
  MENU_ICONS,
  MENU_PLACES,
  permissions,
  type Language,
} from '@headwater/shared/contract';
import { areaAt } from './areas.ts';
import type { BuildRecord, RecordedEntry } from './record.ts';

type Declared = Pick<BuildRecord, 'name' | 'routes' | 'areas'>;

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'German' };

/**
 * Returns what is wrong with the menu entries of one remote. If nothing is, every shell can render them, and
 * they lead to one of its routes.
 */
export function faultsOfMenu(remote: Declared, menu: readonly RecordedEntry[]): string[] {
  return menu.flatMap((entry) => {
    const faults = [
      ...faultsOfPath(remote, entry),
      ...faultsOfNames(entry),
      ...LANGUAGES.flatMap((language) => faultsOfText(remote, entry, language)),
    ];
    return faults.map(
      (fault) => `${remote.name}: its entry ${entry.path} of the menu "${entry.place}" ${fault}`,
    );
  });
}

function faultsOfPath({ routes, areas = [] }: Declared, { place, path }: RecordedEntry): string[] {
  if (!MENU_PLACES.includes(place)) return [`is in none that exists; there are ${MENU_PLACES.join(', ')}`];
  if (!routes.some((route) => route.path === path))
    return [`leads to none of its routes; there are ${routes.map((route) => route.path).join(', ')}`];
  const unknown = path.split('/').find((segment) => segment.startsWith(':') && segment !== ':organizationId');
  if (unknown) return [`has "${unknown}" in its address, which no menu can know`];
  const group = areaAt(areas, path)?.group;
  return group === place ? [] : [`leads out of it, into an area of the group ${group}`];
}

function faultsOfNames({ place, icon, permission }: RecordedEntry): string[] {
  const faults: string[] = [];
  if (!MENU_ICONS.some((known) => known === icon))
    faults.push(`has the icon "${icon}", which doesn't exist; there are ${MENU_ICONS.join(', ')}`);
  if (permission !== undefined && !isPermission(permission))
    faults.push(
      `asks for the permission "${permission}", which doesn't exist; there are ${Object.keys(permissions).join(', ')}`,
    );
  if (place === 'workspace' && permission === undefined)
    faults.push('names no permission, so it is undefined who sees it; add "permission"');
  if (place === 'superuser' && permission !== undefined)
    faults.push('names a permission, but a superuser has none of a workspace; remove "permission"');
  return faults;
}

function faultsOfText({ name }: Declared, { message, label }: RecordedEntry, language: Language): string[] {
  const file = `${name}/src/messages/${language}.json`;
  const text = label[language] ?? '';
  const where = `in ${LANGUAGE_NAMES[language]}`;
  if (text.trim() === '') return [`has no text ${where}; add "${message}" to ${file} and build again`];
  if (/[{}<>]/.test(text))
    return [`has the text "${text}" ${where}; in a menu it is plain, without values or tags`];
  return [];
}

/** Returns the plain text of an ICU message, in which apostrophes may be doubled. */
export const plainText = (icu: string): string => icu.replaceAll("''", "'");
