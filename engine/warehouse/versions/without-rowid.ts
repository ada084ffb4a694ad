import type { StreamColumn } from '@headwater/protocol/protocol';

/**
 * Renames a column called `rowid` to the next free name, because it would hide the engine's own row IDs, by which
 * pages are read.
 */
export const withoutRowid = (columns: readonly StreamColumn[]) => withoutNames(columns, ['rowid']);

/** Renames columns with one of these names to the next free name. Names within a table differ by more than case. */
export function withoutNames(
  columns: readonly StreamColumn[],
  reserved: readonly string[],
): readonly StreamColumn[] {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  return columns.map((column) => {
    if (!reserved.includes(column.name.toLowerCase())) return column;
    let name = column.name;
    for (let count = 2; names.has(name.toLowerCase()); count += 1)
      name = `${column.name.toLowerCase()}_${count}`;
    names.add(name.toLowerCase());
    return { ...column, name };
  });
}
