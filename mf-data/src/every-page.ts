import { api } from '@headwater/shared/api';
import type { Page } from '@headwater/shared/json-api';

/** A whole list, page after page: for lists that a screen filters and counts as one, such as connections. */
export async function everyPage<T>(path: string, signal: AbortSignal): Promise<T[]> {
  const all: T[] = [];
  let next: string | null = null;
  do {
    const cursor: string = next === null ? '' : `&page[after]=${encodeURIComponent(next)}`;
    const page: Page<T> = await api.list<T>(`${path}?page[size]=100${cursor}`, { signal });
    all.push(...page.items);
    next = page.next;
  } while (next !== null);
  return all;
}
