import type { IndexedSchema, IndexedTable, TableGroup } from '@headwater/shared/contract';

/** A table with its place in the tree. */
export interface TreeTable extends IndexedTable {
  group: TableGroup;
  /** What it's called below its schema. */
  name: string;
  level: 1 | 2;
}

/** Returns whether a connection's schemas are rows of their own. One whose tables can do without its name isn't. */
export const hasSchemas = ({ schemas }: TableGroup): boolean =>
  schemas.length > 1 ||
  schemas.some((schema) => schema.tables.some(({ tableName }) => nameIn(schema, tableName) !== tableName));

/** Returns a table's name without that of its schema. */
export function nameIn({ name }: Pick<IndexedSchema, 'name'>, tableName: string): string {
  const prefix = `${name ?? ''}.`;
  return name !== null && tableName.startsWith(prefix) ? tableName.slice(prefix.length) : tableName;
}
