import type { ReachableTable, TablePath, TableReference } from '@headwater/warehouse';
import type { Workspace } from '../../../http/define-route.ts';
import { findReadableVersion, type ReadableVersion, type VersionReader } from '../../tables/tables/index.ts';
import { pathText, sqlNamesOf, tablesCalled, type SqlName } from './sql-names.ts';
import { unknownTable } from './sql-refusal.ts';
import { listSqlTables, type SqlTableRow } from './sql-tables.repository.ts';

/** Who looks tables up: a request, or work for the workspace itself. */
export type TableReader = VersionReader & Pick<Workspace, 'transaction'>;

/** A name in a statement, and the table that it has meant so far. It stays the same if something else is renamed. */
export interface BoundName extends TablePath {
  tableId: string;
}

/** A table that a statement reads, with the names that the statement has for it. */
export interface NamedVersion {
  version: ReadableVersion;
  names: readonly TablePath[];
}

type Known = SqlTableRow & SqlName;

/**
 * Returns the tables that a statement names, once each, with their current versions. Names in `bound` mean their tables
 * as long as these exist. Throws for a name that isn't a table's.
 */
export async function findNamedVersions(
  reader: TableReader,
  sql: string,
  named: readonly TableReference[],
  bound: readonly BoundName[] = [],
): Promise<NamedVersion[]> {
  if (named.length === 0) return [];
  const known = sqlNamesOf(await reader.transaction((db) => listSqlTables(db, reader.principal)));
  const meant = new Map<string, { table: Known; names: TablePath[] }>();
  for (const reference of named) {
    const table = tableOf(known, sql, reference, bound);
    if (!table) continue;
    const one = meant.get(table.tableId) ?? { table, names: [] };
    const { catalog, schema, name } = reference;
    one.names.push({ catalog, schema, name });
    meant.set(table.tableId, one);
  }
  return Promise.all(
    [...meant.values()].map(async ({ table, names }) => ({
      names,
      version: await findReadableVersion(reader, table.sourceConnectionId, table.tableName),
    })),
  );
}

/** Returns undefined for a query of the statement's own. */
function tableOf(
  known: readonly Known[],
  sql: string,
  reference: TableReference,
  bound: readonly BoundName[],
): Known | undefined {
  const { position, mayBeOwn } = reference;
  const found = boundTables(known, reference, bound) ?? tablesCalled(known, reference);
  const [table, another] = found;
  // In the engine, only the statement's own query has this name.
  if (mayBeOwn && (!table || another || !table.isSynced)) return undefined;
  const shown = pathText(reference);
  if (!table) throw unknownTable('sql_table_unknown', sql, { name: shown }, position);
  if (another) {
    const schemas = found.map((each) => each.schema).join(', ');
    throw unknownTable('sql_table_ambiguous', sql, { name: shown, schemas }, position);
  }
  if (!table.isSynced) throw unknownTable('sql_table_not_synced', sql, { name: shown }, position);
  return table;
}

function boundTables(
  known: readonly Known[],
  reference: TableReference,
  bound: readonly BoundName[],
): readonly Known[] | undefined {
  const { tableId } = bound.find((one) => isSamePath(one, reference)) ?? {};
  const found = known.filter((table) => table.tableId === tableId);
  return found.length > 0 ? found : undefined;
}

/** Whether a statement's two names for tables are written the same. */
export const isSamePath = (one: TablePath, other: TablePath): boolean =>
  one.catalog === other.catalog && one.schema === other.schema && one.name === other.name;

/** Returns the tables as the sandbox has them, in the statement's own words. `files` are those of the versions. */
export const reachableTables = (
  found: readonly NamedVersion[],
  files: readonly ReachableTable['file'][],
): ReachableTable[] => {
  const seen = new Set<string>();
  return found.flatMap(({ version, names }, at) => {
    const columns = version.columns.map((column) => column.name);
    return names.flatMap((path) => {
      const key = JSON.stringify([path.catalog, path.schema, path.name]).toLowerCase();
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ ...path, file: files[at]!, columns }];
    });
  });
};
