import type { ReachableTable, TableReference } from '../../engine/warehouse/index.ts';
import type { Workspace } from '../../http/define-route.ts';
import { findReadableVersion, type ReadableVersion, type VersionReader } from '../tables/index.ts';
import { sqlNamesOf, type SqlName } from './sql-names.ts';
import { unknownTable } from './sql-refusal.ts';
import { listSqlTables, type SqlTableRow } from './sql-tables.repository.ts';

/** Who looks tables up: a request, or work for the workspace itself. */
export type TableReader = VersionReader & Pick<Workspace, 'transaction'>;

/** A name in a statement, and the table that it has meant so far. It stays the same if something else is renamed. */
export interface BoundName {
  schema: string;
  name: string;
  tableId: string;
}

/** A table that a statement reads, with the names that the statement has for it. */
export interface NamedVersion {
  version: ReadableVersion;
  names: readonly Pick<BoundName, 'schema' | 'name'>[];
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
  const meant = new Map<string, { table: Known; names: Pick<BoundName, 'schema' | 'name'>[] }>();
  for (const reference of named) {
    const table = tableOf(known, sql, reference, bound);
    if (!table) continue;
    const one = meant.get(table.tableId) ?? { table, names: [] };
    one.names.push({ schema: reference.schema, name: reference.name });
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
  const shown = reference.schema === '' ? reference.name : `${reference.schema}.${reference.name}`;
  if (!table) throw unknownTable('sql_table_unknown', sql, { name: shown }, position);
  if (another) {
    const schemas = found.map((each) => each.schema).join(', ');
    throw unknownTable('sql_table_ambiguous', sql, { name: shown, schemas }, position);
  }
  if (!table.isSynced) throw unknownTable('sql_table_not_synced', sql, { name: shown }, position);
  return table;
}

function tablesCalled(known: readonly Known[], reference: TableReference): readonly Known[] {
  const [schema, name] = [reference.schema.toLowerCase(), reference.name.toLowerCase()];
  return known.filter(
    (table) => table.name.toLowerCase() === name && (schema === '' || table.schema.toLowerCase() === schema),
  );
}

function boundTables(
  known: readonly Known[],
  reference: TableReference,
  bound: readonly BoundName[],
): readonly Known[] | undefined {
  const { tableId } =
    bound.find(({ schema, name }) => schema === reference.schema && name === reference.name) ?? {};
  const found = known.filter((table) => table.tableId === tableId);
  return found.length > 0 ? found : undefined;
}

/** Returns the tables as the sandbox has them, in the statement's own words. `files` are those of the versions. */
export const reachableTables = (
  found: readonly NamedVersion[],
  files: readonly ReachableTable['file'][],
): ReachableTable[] => {
  const seen = new Set<string>();
  return found.flatMap(({ version, names }, at) => {
    const columns = version.columns.map((column) => column.name);
    return names.flatMap(({ schema, name }) => {
      const key = JSON.stringify([schema.toLowerCase(), name.toLowerCase()]);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ schema: schema === '' ? null : schema, name, file: files[at]!, columns }];
    });
  });
};
