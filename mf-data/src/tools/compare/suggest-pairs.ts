import { COMPARED_COLUMNS_MAX, type CompareConfig, type ComparedPair } from '@headwater/shared/contract';
import type { Table } from '@headwater/shared/tables';

/** What a comparison needs to know of a table. */
export type ComparedTable = Pick<Table, 'id' | 'columns' | 'primaryKey' | 'version'>;

const same = (name: string): ComparedPair => ({ left: name, right: name });

/** Returns what most likely is to be compared: the columns that both tables have, with rows matched by the key. */
export function suggestedPairs(
  left: ComparedTable,
  right: ComparedTable,
): Pick<CompareConfig, 'key' | 'columns'> {
  const there = new Set(right.columns.map(({ name }) => name));
  const shared = left.columns.map(({ name }) => name).filter((name) => there.has(name));
  const isShared = (key: readonly string[]) => key.length > 0 && key.every((name) => shared.includes(name));
  const key = [left.primaryKey, right.primaryKey, ['id']].find(isShared) ?? [];
  return {
    key: key.map(same),
    columns: shared
      .filter((name) => !key.includes(name))
      .slice(0, COMPARED_COLUMNS_MAX)
      .map(same),
  };
}

/** Returns the columns of both tables that are called the same and aren't a part of the key. */
export function sharedColumns(
  left: ComparedTable,
  right: ComparedTable,
  key: readonly ComparedPair[],
): string[] {
  const there = new Set(right.columns.map(({ name }) => name));
  return left.columns
    .map(({ name }) => name)
    .filter((name) => there.has(name) && key.every((pair) => pair.left !== name && pair.right !== name));
}
