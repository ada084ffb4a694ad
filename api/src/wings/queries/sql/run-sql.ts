import { createHash } from 'node:crypto';
import { SQL_DEMO_SECONDS_MAX, SQL_SECONDS_MAX, type SqlRun } from '@headwater/shared/contract';
import type { ReachableTable, SandboxedStatement, StatementResult } from '@headwater/warehouse';
import type { Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { readVersions, type ReadableVersion } from '../../tables/tables/index.ts';
import { findNamedVersions, isSamePath, reachableTables, type NamedVersion } from './reachable-tables.ts';
import { sqlRefusalOf } from './sql-refusal.ts';
import { readZone } from '../../people/organizations/index.ts';

/** What a statement has read, and what came of it. */
export interface SqlOutcome {
  result: StatementResult;
  read: ReadableVersion[];
  /** The zone in which it ran. */
  zone: string;
}

export interface MemberChange {
  /** How long it may take. */
  seconds: number;
  signal: AbortSignal;
}

/** Runs SQL that a person wrote over the current versions of the workspace's tables. Throws what is wrong with it. */
export const runSql = (
  services: Services,
  workspace: Workspace,
  { sql, limit, parameters }: SqlRun,
  circumstances: MemberChange,
): Promise<SqlOutcome> =>
  withTables(
    services,
    workspace,
    { sql, parameters },
    circumstances,
    async (statement, tables, found, zone) => ({
      result: await statement.run({ tables, limit, parameters }),
      read: found.map(({ version }) => version),
      zone,
    }),
  );

/** A table that a statement names. */
export interface FoundTable extends NamedVersion {
  /** Where its rows are. */
  path: string;
  /** The statement may mean a query of its own instead. */
  mayBeOwn: boolean;
}

/**
 * Checks a statement, and lends the process that did with the tables that it names. Throws what is wrong with it, also that
 * a parameter has no value, unless `parameters` is null.
 */
export async function withTables<T>(
  services: Services,
  workspace: Workspace,
  { sql, parameters }: { sql: string; parameters: SqlRun['parameters'] | null },
  { seconds, signal }: MemberChange,
  work: (
    statement: SandboxedStatement,
    tables: ReachableTable[],
    found: FoundTable[],
    zone: string,
  ) => Promise<T>,
): Promise<T> {
  const zone = await workspace.transaction(readZone);
  const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
  const run = services.sandboxes.use(
    requester,
    signal,
    async (statement) => {
      const checked = await statement.check(sql, zone);
      const missing = checked.parameters.filter((name) => parameters && !Object.hasOwn(parameters, name));
      if (missing[0] !== undefined)
        throw new Refusal('sql_parameter_missing', {
          pointer: '/data/attributes/parameters',
          values: { name: missing[0] },
        });
      const found = await findNamedVersions(workspace, sql, checked.tables);
      const isCertain = ({ names }: NamedVersion) =>
        checked.tables.some((table) => !table.mayBeOwn && names.some((name) => isSamePath(name, table)));
      return readVersions(
        services,
        workspace.id,
        found.map(({ version }) => version),
        (files) =>
          work(
            statement,
            reachableTables(found, files),
            found.map((table, at) => ({ ...table, path: files[at]!.path, mayBeOwn: !isCertain(table) })),
            checked.zone,
          )
            // Its own faults say nothing about the files.
            .catch((error: unknown) => {
              throw sqlRefusalOf(error, sql, seconds);
            }),
      );
    },
    seconds * 1_000,
  );
  return run.catch((error: unknown) => {
    throw sqlRefusalOf(error, sql, seconds);
  });
}

/** Returns how long a statement may take. */
export const secondsFor = ({ principal }: Workspace): number =>
  principal.kind === 'service_account'
    ? Math.min(principal.limits.seconds, SQL_SECONDS_MAX)
    : principal.kind === 'user' && principal.isDemo
      ? SQL_DEMO_SECONDS_MAX
      : SQL_SECONDS_MAX;

/** Tells statements apart in the audit log, which doesn't have their text. */
export const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');
