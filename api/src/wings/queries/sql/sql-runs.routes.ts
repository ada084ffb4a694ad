import { sqlRunBody, sqlRunDocument, type SqlRunAttributes } from '@headwater/shared/contract';
import { memberOrToken } from '../../../http/access.ts';
import { defineRoute, type Workspace } from '../../../http/define-route.ts';
import { errorObjectOf } from '../../../http/error-document.ts';
import { JsonText } from '../../../http/json-text.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit, type AuditEvent } from '../../ground/audit/index.ts';
import { kindOfType } from './kind-of-type.ts';
import { addPastRun, type PastRun } from './past-runs.repository.ts';
import { hashOf, runSql, secondsFor, type SqlOutcome } from './run-sql.ts';

const run = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/sql-runs',
  summary:
    'Run a query over the current versions of the tables, as `"connection"."table"` or by the name of a table alone. Its days, its hours, and times without an offset are those of the workspace’s time zone, unless it begins with another: `set TimeZone = \'UTC\'; select …`. It is canceled when the caller leaves, and stopped after a minute. People find it in their history.',
  access: memberOrToken('data:read', 'sql:run'),
  body: sqlRunBody,
  responses: { 200: sqlRunDocument },
  handler: async ({ workspace, body, request, services }) => {
    const asked = body.data.attributes;
    const circumstances = { seconds: secondsFor(workspace), signal: request.signal };
    const id = newId('sql');
    const startedAt = new Date();
    const record = (db: WorkspaceDb, told: Pick<AuditEvent, 'outcome' | 'details'>) =>
      audit(db, {
        action: 'sql.run',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'sql_runs', id },
        request,
        ...told,
      });
    const pastOf = (outcome: Pick<PastRun, 'outcome' | 'error' | 'rows'>): PastRun => ({
      id,
      sql: asked.sql,
      parameters: asked.parameters,
      started_at: startedAt,
      milliseconds: Date.now() - startedAt.getTime(),
      ...outcome,
    });
    const outcome = await runSql(services, workspace, asked, circumstances).catch(async (error: unknown) => {
      const past = request.signal.aborted
        ? pastOf({ outcome: 'canceled', error: null, rows: null })
        : wasRefused(error) && pastOf({ outcome: 'failed', error: errorObjectOf(error), rows: null });
      if (past)
        await workspace.transaction(async (db) => {
          await record(db, { outcome: 'failure', details: { sha256: hashOf(asked.sql) } });
          await keep(db, workspace, past);
        });
      throw error;
    });
    await workspace.transaction(async (db) => {
      const { rows } = outcome.result;
      await record(db, { details: { sha256: hashOf(asked.sql), tables: outcome.read.length, rows } });
      await keep(db, workspace, pastOf({ outcome: 'succeeded', error: null, rows }));
    });
    return documentOf(id, outcome);
  },
});

/** Only people have a history. What service accounts have run is in the audit log. */
const keep = async (db: WorkspaceDb, { principal }: Workspace, past: PastRun): Promise<void> => {
  if (principal.kind === 'user') await addPastRun(db, principal.id, past);
};

/** Whether it failed because of what it is. Others may succeed a moment later, and weren't started. */
const wasRefused = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.kind !== 'limited' && error.kind !== 'unavailable';

/**
 * The engine counts a table once for each time it reads it, which it does twice for the first of sorted rows. As how many
 * rows were read, that would be more than there are.
 */
function rowsReadOnce({ rowsRead }: SqlOutcome['result'], read: SqlOutcome['read']): number | null {
  const most = read.reduce((sum, { rows }) => sum + rows, 0);
  return rowsRead !== null && rowsRead <= most ? rowsRead : null;
}

/** The rows come from the sandbox as JSON, and are sent unchanged. */
function documentOf(id: string, { result, read, zone }: SqlOutcome) {
  const { columns, json, isCutBy, milliseconds } = result;
  const facts: Omit<SqlRunAttributes, 'rows' | 'cut'> = {
    columns: columns.map(({ name, type }) => ({ name, kind: kindOfType(type), type })),
    isCutBy,
    milliseconds: Math.round(milliseconds),
    rowsRead: rowsReadOnce(result, read),
    zone,
    tables: read.map(({ sourceConnectionId, tableName, version, freshAsOf }) => ({
      sourceConnectionId,
      tableName,
      version,
      freshAsOf: new Date(freshAsOf).toISOString(),
    })),
  };
  return new JsonText<typeof sqlRunDocument.static>([
    `{"data":{"type":"sql_runs","id":"${id}","attributes":{${JSON.stringify(facts).slice(1, -1)},`,
    json,
    '}}}',
  ]);
}

export const sqlRunRoutes = [run];
