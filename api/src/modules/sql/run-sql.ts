import { createHash } from 'node:crypto';
import type { SqlRun } from '@headwater/shared/contract';
import type { StatementResult } from '../../engine/warehouse/index.ts';
import type { Workspace } from '../../http/define-route.ts';
import type { Services } from '../../http/services.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { readVersions, type ReadableVersion } from '../tables/index.ts';
import { findNamedVersions, reachableTables } from './reachable-tables.ts';
import { sqlRefusalOf } from './sql-refusal.ts';

/** What a statement has read, and what came of it. */
export interface SqlOutcome {
  result: StatementResult;
  read: ReadableVersion[];
}

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
      const found = await findNamedVersions(workspace, sql, checked.tables);
      const result = await readVersions(
        services,
        workspace.id,
        found.map(({ version }) => version),
        (files) =>
          statement
            .run({ tables: reachableTables(found, files), limit, parameters })
            // Its own faults say nothing about the files.
            .catch((error: unknown) => {
              throw sqlRefusalOf(error, sql, seconds);
            }),
      );
      return { result, read: found.map(({ version }) => version) };
    },
    seconds * 1_000,
  );
  return run.catch((error: unknown) => {
    throw sqlRefusalOf(error, sql, seconds);
  });
}

/** Tells statements apart in the audit log, which doesn't have their text. */
export const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');
