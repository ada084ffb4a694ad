import type { Area, MenuEntry } from '@headwater/shared/contract';
import { readPage } from '../page.ts';

/** What a remote of the page declares about itself. */
export interface Declared {
  remote: string;
  areas: readonly Area[];
  menu: readonly MenuEntry[];
}

/**
 * Returns every remote of the page, sorted by its first position in a menu, as people go to the first areas
 * first.
 */
export const declared = (): Declared[] =>
  Object.entries(readPage().remotes)
    .map(([remote, { areas, menu }]) => ({ remote, areas, menu }))
    .sort((a, b) => firstOrder(a) - firstOrder(b));

const firstOrder = ({ menu }: Declared) =>
  Math.min(Number.MAX_SAFE_INTEGER, ...menu.map(({ order }) => order));
