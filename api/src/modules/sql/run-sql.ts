import { createHash } from 'node:crypto';
import type { SqlRun } from '@headwater/shared/contract';
import type { ReachableTable, StatementResult, TableReference } from '../../engine/warehouse/index.ts';
import type { Workspace } from '../../http/define-route.ts';
import type { Services } from '../../http/services.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { findReadableVersion, readVersions, type ReadableVersion } from '../tables/index.ts';
import { sqlNamesOf, type SqlName } from './sql-names.ts';
import { sqlRefusalOf, unknownTable } from './sql-refusal.ts';
import { listSqlTables, type SqlTableRow } from './sql-tables.repository.ts';

/** What a statement has read, and what came of it. */
export interface SqlOutcome {
  result: StatementResult;
  read: (ReadableVersion & { tableName: string })[];
}

type Known = SqlTableRow & SqlName;

/** Runs SQL that a person wrote over the current versions of the workspace's tables. Throws what is wrong with it. */
export async function runSql(
  services: Services,
  workspace: Workspace,
  { sql, limit, parameters }: SqlRun,
  seconds: number,
  signal: AbortSignal,
): Promise<SqlOutcome> {
  const asker = { workspaceId: workspace.id, userId: workspace.principal.id };
  const run = services.sandboxes.use(
    asker,
    signal,
    async (statement) => {
      const checked = await statement.check(sql);
      const missing = checked.parameters.filter((name) => !Object.hasOwn(parameters, name));
      if (missing[0] !== undefined)
        throw new Refusal('sql_parameter_missing', {
          pointer: '/data/attributes/parameters',
          values: { name: missing[0] },
        });
      const found = await tablesOf(workspace, sql, checked.tables);
      const result = await readVersions(
        services,
        workspace.id,
        found.map(({ version }) => version),
        (files) =>
          statement
            .run({ tables: found.flatMap((table, at) => reachable(table, files[at]!)), limit, parameters })
            // Its own faults say nothing about the files.
            .catch((error: unknown) => {
              throw sqlRefusalOf(error, sql, seconds);
            }),
      );
      return { result, read: found.map(({ version, tableName }) => ({ ...version, tableName })) };
    },
    seconds * 1_000,
  );
  return run.catch((error: unknown) => {
    throw sqlRefusalOf(error, sql, seconds);
  });
}

/** Tells statements apart in the audit log, which doesn't have their text. */
export const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/** Returns the tables that a statement names, once each, with their current versions. */
async function tablesOf(workspace: Workspace, sql: string, named: readonly TableReference[]) {
  if (named.length === 0) return [];
  const known = sqlNamesOf(await workspace.transaction(listSqlTables));
  const meant = new Map<string, Known>();
  for (const reference of named) {
    const table = tableOf(known, sql, reference);
    if (table) meant.set(table.tableId, table);
  }
  return Promise.all(
    [...meant.values()].map(async (table) => {
      const version = await findReadableVersion(workspace, table.sourceConnectionId, table.tableName);
      return { ...table, version };
    }),
  );
}

/** Returns undefined for a query of the statement's own. */
function tableOf(known: readonly Known[], sql: string, reference: TableReference): Known | undefined {
  const { position, mayBeOwn } = reference;
  const [schema, name] = [reference.schema.toLowerCase(), reference.name.toLowerCase()];
  const found = known.filter(
    (table) => table.name.toLowerCase() === name && (schema === '' || table.schema.toLowerCase() === schema),
  );
  const [table, another] = found;
  // In the engine, only the statement's own query has this name.
  if (mayBeOwn && (!table || another || !table.isSynced)) return undefined;
  const shown = schema === '' ? reference.name : `${reference.schema}.${reference.name}`;
  if (!table) throw unknownTable('sql_table_unknown', sql, { name: shown }, position);
  if (another) {
    const schemas = found.map((each) => each.schema).join(', ');
    throw unknownTable('sql_table_ambiguous', sql, { name: shown, schemas }, position);
  }
  if (!table.isSynced) throw unknownTable('sql_table_not_synced', sql, { name: shown }, position);
  return table;
}

/** A table under both of its names. */
function reachable(
  { schema, name, isUnique, version }: SqlName & { version: ReadableVersion },
  file: ReachableTable['file'],
): ReachableTable[] {
  const columns = version.columns.map((column) => column.name);
  const qualified = { schema, name, file, columns };
  return isUnique ? [qualified, { ...qualified, schema: null }] : [qualified];
}
