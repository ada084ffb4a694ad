import type { DataScope, TableAttributes } from '@headwater/shared/contract';

type Part = DataScope[number];
type TablePart = NonNullable<Part['tables']>[number];

/** A table that can be chosen, with all of its columns. */
export interface ChoosableTable {
  sourceConnectionId: string;
  sourceConnectionName: string;
  tableName: string;
  columns: readonly Pick<TableAttributes['columns'][number], 'name' | 'type'>[];
}

export type Chosen = 'all' | 'some' | 'none';

const partOf = (scope: DataScope, sourceConnectionId: string) =>
  scope.find((part) => part.sourceConnectionId === sourceConnectionId);
const tablePartOf = (part: Part | undefined, tableName: string) =>
  part?.tables?.find((table) => table.tableName === tableName);

/** Returns how much of a connection is chosen. Only a connection chosen as a whole has later tables too. */
export function chosenOfConnection(scope: DataScope, sourceConnectionId: string): Chosen {
  const part = partOf(scope, sourceConnectionId);
  if (!part) return 'none';
  return part.tables === null ? 'all' : 'some';
}

/** Returns how much of a table is chosen. Only a table chosen as a whole has later columns too. */
export function chosenOfTable(
  scope: DataScope,
  { sourceConnectionId, tableName }: Pick<ChoosableTable, 'sourceConnectionId' | 'tableName'>,
): Chosen {
  const part = partOf(scope, sourceConnectionId);
  if (part?.tables === null) return 'all';
  const table = tablePartOf(part, tableName);
  if (!table) return 'none';
  return table.columns === null ? 'all' : 'some';
}

/** Returns whether a scope names a table by itself, so that it can have a row filter. */
export const isNamed = (
  scope: DataScope,
  { sourceConnectionId, tableName }: Pick<ChoosableTable, 'sourceConnectionId' | 'tableName'>,
): boolean => tablePartOf(partOf(scope, sourceConnectionId), tableName) !== undefined;

/** Returns whether a column is chosen, by itself, with its table, or with its connection. */
export function isColumnChosen(scope: DataScope, table: ChoosableTable, column: string): boolean {
  const chosen = chosenOfTable(scope, table);
  if (chosen !== 'some') return chosen === 'all';
  const columns = tablePartOf(partOf(scope, table.sourceConnectionId), table.tableName)?.columns;
  return columns?.includes(column) ?? false;
}

/** Chooses a connection as a whole, or nothing of it if it was. */
export function turnConnection(scope: DataScope, sourceConnectionId: string): DataScope {
  const tables = chosenOfConnection(scope, sourceConnectionId) === 'all' ? [] : null;
  return withPart(scope, sourceConnectionId, tables);
}

/** Chooses a table as a whole, or nothing of it if it was. `siblings` are all tables of its connection. */
export function turnTable(
  scope: DataScope,
  table: ChoosableTable,
  siblings: readonly ChoosableTable[],
): DataScope {
  const isWhole = chosenOfTable(scope, table) === 'all';
  return withTable(scope, table, siblings, isWhole ? undefined : null);
}

/** Adds a column, or removes it. `siblings` are all tables of the table's connection. */
export function turnColumn(
  scope: DataScope,
  table: ChoosableTable,
  siblings: readonly ChoosableTable[],
  column: string,
): DataScope {
  const chosen = table.columns.map(({ name }) => name).filter((name) => isColumnChosen(scope, table, name));
  const columns = chosen.includes(column) ? chosen.filter((name) => name !== column) : [...chosen, column];
  return withTable(scope, table, siblings, columns.length > 0 ? columns : undefined);
}

function withTable(
  scope: DataScope,
  { sourceConnectionId, tableName }: ChoosableTable,
  siblings: readonly ChoosableTable[],
  columns: TablePart['columns'] | undefined,
): DataScope {
  const part = partOf(scope, sourceConnectionId);
  // The other tables of a whole connection stay chosen, one by one.
  const before: TablePart[] =
    part?.tables === null
      ? siblings.map((sibling) => ({ tableName: sibling.tableName, columns: null }))
      : (part?.tables ?? []);
  const others = before.filter((table) => table.tableName !== tableName);
  const filter = before.find((table) => table.tableName === tableName)?.filter;
  return withPart(
    scope,
    sourceConnectionId,
    columns === undefined ? others : [...others, { tableName, columns, ...(filter && { filter }) }],
  );
}

function withPart(scope: DataScope, sourceConnectionId: string, tables: Part['tables']): DataScope {
  const others = scope.filter((part) => part.sourceConnectionId !== sourceConnectionId);
  return tables?.length === 0 ? others : [...others, { sourceConnectionId, tables }];
}

/** Returns how many connections, tables, and columns a scope names. */
export function sizeOf(scope: DataScope) {
  const tables = scope.flatMap((part) => part.tables ?? []);
  return {
    connections: scope.filter((part) => part.tables === null).length,
    tables: tables.length,
    columns: tables.flatMap(({ columns }) => columns ?? []).length,
    isByColumn: tables.some(({ columns }) => columns !== null),
  };
}
