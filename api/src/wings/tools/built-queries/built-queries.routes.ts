import { builtQueryBody, builtQueryDocument, type BuiltQueryAttributes } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { JsonText } from '../../../http/json-text.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { kindOfType, runSql, secondsFor, sqlNamesByTable } from '../../queries/sql/index.ts';
import { findVersionsToRead } from '../tool-runs/index.ts';

/** So many rows are shown of what a query returns. */
const ROWS_SHOWN = 100;

const build = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/tools/:toolSlug/built-queries',
  summary:
    'The query that a tool makes of a config, and its first 100 rows. It runs as it is in the SQL editor, and can be saved as a view. Nothing is saved.',
  access: member('data:read'),
  body: builtQueryBody,
  responses: { 200: builtQueryDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const tool = services.tools.get(params.toolSlug);
    const { config } = body.data.attributes;
    const named = await workspace.transaction(async (db) => {
      await services.toolRuns.requireRunnable(db, tool.slug, config);
      const names = await sqlNamesByTable(db);
      const versions = await findVersionsToRead(db, tool.tablesOf(config));
      return versions.map((version) => ({ ...version, ...names.get(version.tableId)! }));
    });
    if (!tool.queryOf) throw new Refusal('not_found');
    const sql = tool.queryOf(config, named);
    const { result } = await runSql(
      services,
      workspace,
      { sql, limit: ROWS_SHOWN, parameters: {} },
      { seconds: secondsFor(workspace), signal: request.signal },
    );
    const facts: Omit<BuiltQueryAttributes, 'rows' | 'cut'> = {
      sql,
      columns: result.columns.map(({ name, type }) => ({ name, kind: kindOfType(type), type })),
      hasMore: result.isCutBy !== null,
    };
    // The rows come from the sandbox as JSON, and are sent unchanged.
    return new JsonText<typeof builtQueryDocument.static>([
      `{"data":{"type":"built_queries","id":"${tool.slug}","attributes":{${JSON.stringify(facts).slice(1, -1)},`,
      result.json,
      '}}}',
    ]);
  },
});

export const builtQueryRoutes = [build];
