import type { Area, MenuEntry } from '@headwater/shared/contract';
import { readPage } from '../page.ts';

/** What a remote of the page says of itself. */
export interface Declared {
  remote: string;
  areas: readonly Area[];
  menu: readonly MenuEntry[];
}

/** Every remote of the page, those first that stand first in a menu: people go there first, too. */
export const declared = (): Declared[] =>
  Object.entries(readPage().remotes)
    .map(([remote, { areas, menu }]) => ({ remote, areas, menu }))
    .sort((a, b) => firstOrder(a) - firstOrder(b));

const firstOrder = ({ menu }: Declared) =>
  Math.min(Number.MAX_SAFE_INTEGER, ...menu.map(({ order }) => order));
