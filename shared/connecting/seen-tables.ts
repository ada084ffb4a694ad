import type { DataScope, TableAttributes } from '@headwater/shared/contract';

export type SeenTable = Pick<
  TableAttributes,
  'sourceConnectionId' | 'sourceConnectionName' | 'tableName' | 'version' | 'rows'
>;

/** Returns the tables with rows of which a service account sees something. */
export const seenTables = <T extends SeenTable>(scope: DataScope | null, tables: readonly T[]): T[] =>
  tables.filter((table) => table.version !== null && (scope === null || isIn(scope, table)));

const isIn = (scope: DataScope, { sourceConnectionId, tableName }: SeenTable): boolean =>
  scope.some(
    (part) =>
      part.sourceConnectionId === sourceConnectionId &&
      (part.tables?.some((table) => table.tableName === tableName) ?? true),
  );
