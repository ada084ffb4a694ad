import type { StreamColumn } from '../protocol/protocol.ts';

/**
 * A column of that name would hide the engine's own row ids, by which pages are found; it gets the next free name.
 * Names differ by more than case within a table.
 */
export function withoutRowid(columns: readonly StreamColumn[]): readonly StreamColumn[] {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  if (!names.has('rowid')) return columns;
  let free = 'rowid_2';
  for (let count = 3; names.has(free); count += 1) free = `rowid_${count}`;
  return columns.map((column) =>
    column.name.toLowerCase() === 'rowid' ? { ...column, name: free } : column,
  );
}
