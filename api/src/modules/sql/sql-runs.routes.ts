import {
  SQL_SECONDS_MAX,
  sqlRunBody,
  sqlRunDocument,
  type SqlRunAttributes,
} from '@headwater/shared/contract';
import { member } from '../../http/access.ts';
import { defineRoute } from '../../http/define-route.ts';
import { JsonText } from '../../http/json-text.ts';
import { newId } from '../../platform/database/ids.ts';
import { audit } from '../audit/index.ts';
import { kindOfType } from './kind-of-type.ts';
import { hashOf, runSql, type SqlOutcome } from './run-sql.ts';

/** Anyone can get into the demo. */
const DEMO_SECONDS_MAX = 5;

const run = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/sql-runs',
  summary:
    'Run a query over the current versions of the tables, as `"connection"."table"` or by the name of a table alone. It is canceled when the caller leaves, and stopped after a minute.',
  access: member('data:read'),
  body: sqlRunBody,
  responses: { 200: sqlRunDocument },
  handler: async ({ workspace, body, request, services }) => {
    const asked = body.data.attributes;
    const seconds = workspace.principal.isDemo ? DEMO_SECONDS_MAX : SQL_SECONDS_MAX;
    const outcome = await runSql(services, workspace, asked, seconds, request.signal);
    const id = newId('sql');
    await workspace.transaction((db) =>
      audit(db, {
        action: 'sql.run',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'sql_runs', id },
        request,
        details: { sha256: hashOf(asked.sql), tables: outcome.read.length, rows: outcome.result.rows },
      }),
    );
    return documentOf(id, outcome);
  },
});

/** The rows come from the sandbox as JSON, and are sent unchanged. */
function documentOf(id: string, { result, read }: SqlOutcome) {
  const { columns, json, isCutBy, milliseconds } = result;
  const facts: Omit<SqlRunAttributes, 'rows' | 'cut'> = {
    columns: columns.map(({ name, type }) => ({ name, kind: kindOfType(type), type })),
    isCutBy,
    milliseconds: Math.round(milliseconds),
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
