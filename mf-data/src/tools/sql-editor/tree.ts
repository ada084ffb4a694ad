import type { SqlTable } from '@headwater/shared/contract';

/** The most tables that are listed. Others are found by their names. */
const LISTED = 200;

export interface Schema {
  name: string;
  tables: SqlTable[];
}

export interface Found {
  schemas: Schema[];
  /** How many more tables match than are listed. */
  more: number;
  /** A search for columns opens the tables that have them. */
  isColumnMatch(table: SqlTable): boolean;
}

/** Returns the tables whose name or connection matches, or one of whose columns does, by connection. */
export function findTables(tables: readonly SqlTable[], search: string): Found {
  const wanted = search.trim().toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(wanted);
  const isColumnMatch = ({ name, schema, columns }: SqlTable) =>
    wanted !== '' && !has(name) && !has(schema) && columns.some((column) => has(column.name));
  const found = tables.filter((table) => has(table.name) || has(table.schema) || isColumnMatch(table));
  const schemas = new Map<string, SqlTable[]>();
  for (const table of found.slice(0, LISTED))
    schemas.set(table.schema, [...(schemas.get(table.schema) ?? []), table]);
  return {
    schemas: [...schemas].map(([name, some]) => ({ name, tables: some })),
    more: Math.max(0, found.length - LISTED),
    isColumnMatch,
  };
}
