import { queryResultBody, queryResultDocument } from '@headwater/shared/contract';
import { reader } from '../../http/access.ts';
import { defineRoute } from '../../http/define-route.ts';
import { identifier } from '../../engine/warehouse/index.ts';
import { presentColumn } from '../source-connections/index.ts';
import { readVersions } from './damage.ts';
import { readingVersion } from './reading-version.ts';
import { requireComputable } from './table-query.ts';

const compute = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/query-results',
  summary:
    'What a query computes of the rows of a version: groups, and measures of each. Nothing is saved. A result has at most 10,000 rows, and says how many there would be.',
  access: reader(),
  body: queryResultBody,
  responses: { 200: queryResultDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { query: asked, version: number } = body.data.attributes;
    return readingVersion(workspace, { ...params, number, parameter: 'version' }, async (version) => {
      const query = requireComputable(asked, version.columns, '/data/attributes/query');
      const columns = version.columns.map(presentColumn);
      const shownAs = `${identifier(version.sourceConnectionName)}.${identifier(version.tableName)}`;
      const wanted = { kind: 'result' as const, columns, query, shownAs };
      const asker = { workspaceId: workspace.id, userId: workspace.principal.id };
      const id = `${version.tableId}:${version.version}`;
      const result = await services.queryResults.of(
        `${id} ${shownAs} ${JSON.stringify(query)}`,
        (signal) =>
          readVersions(services, workspace.id, [version], ([file]) =>
            services.queries.run({ ...wanted, file: file! }, asker, signal),
          ),
        request.signal,
      );
      const attributes = { version: version.version, ...result };
      return { data: { type: 'query_results' as const, id, attributes } };
    });
  },
});

export const queryResultRoutes = [compute];
