import { compareNames } from '@headwater/shared/contract';
import type { Table } from '@headwater/shared/tables';

type Searched = Pick<
  Table,
  'tableName' | 'sourceConnectionId' | 'sourceConnectionName' | 'connector' | 'columns'
>;

export interface SourceTables<T> {
  sourceConnectionId: string;
  name: string;
  connector: string;
  tables: T[];
}

/** Returns the tables whose name, connection, or one of whose columns contains the search text. */
export function searchTables<T extends Searched>(tables: readonly T[], search: string): T[] {
  const wanted = search.trim().toLowerCase();
  return tables.filter(({ tableName, sourceConnectionName, columns }) =>
    [tableName, sourceConnectionName, ...columns.map((column) => column.name)].some((name) =>
      name.toLowerCase().includes(wanted),
    ),
  );
}

/** Groups tables by connection, both sorted by name. */
export function bySource<T extends Searched>(tables: readonly T[]): SourceTables<T>[] {
  const groups = new Map<string, SourceTables<T>>();
  for (const table of tables) {
    const { sourceConnectionId, sourceConnectionName: name, connector } = table;
    const group = groups.get(sourceConnectionId) ?? { sourceConnectionId, name, connector, tables: [] };
    group.tables.push(table);
    groups.set(sourceConnectionId, group);
  }
  for (const group of groups.values()) group.tables.sort((a, b) => compareNames(a.tableName, b.tableName));
  return [...groups.values()].sort((a, b) => compareNames(a.name, b.name));
}
