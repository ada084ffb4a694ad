import type { StreamColumn } from '../protocol/protocol.ts';

/**
 * Renames a column called `rowid` to the next free name, because it would hide the engine's own row IDs, by which
 * pages are read. Names within a table differ by more than case.
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
