import type { Join, JoinConfig, JoinedColumn } from './join-builder.ts';

/** A table that is joined, as far as names matter. */
export interface NamedColumns {
  readonly tableName: string;
  readonly columns: readonly { readonly name: string }[];
}

/** Returns whether rows of a table can be in the result. Those of a table whose partners are left out can't. */
export const isInResult = (joins: readonly Join[], table: number): boolean =>
  table === 0 || joins[table - 1]?.kind !== 'anti';

/**
 * Returns all columns of a join under names that differ: a column's own name, or with its table in front where others have
 * it. Of columns of the same name that are equal, because tables are joined by them, only the first stays.
 */
export function allJoinedColumns(
  { joins }: Pick<JoinConfig, 'joins'>,
  tables: readonly NamedColumns[],
): JoinedColumn[] {
  const found = tables.flatMap(({ columns }, table) =>
    !isInResult(joins, table)
      ? []
      : columns
          .map(({ name }) => ({ table, column: name }))
          .filter(
            ({ column }) =>
              !joins[table - 1]?.keys.some(({ left, right }) => right === column && left.column === column),
          ),
  );
  const counts = new Map<string, number>();
  for (const { column } of found)
    counts.set(column.toLowerCase(), (counts.get(column.toLowerCase()) ?? 0) + 1);
  const taken = new Set<string>();
  return found.map(({ table, column }) => {
    const isOnly = counts.get(column.toLowerCase()) === 1;
    const name = isOnly || table === 0 ? column : `${tables[table]!.tableName}_${column}`;
    let as = name;
    for (let number = 2; taken.has(as.toLowerCase()); number += 1) as = `${name}_${number}`;
    taken.add(as.toLowerCase());
    return { table, column, as };
  });
}
