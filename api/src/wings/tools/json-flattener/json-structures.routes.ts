import { jsonStructureBody, jsonStructureDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { readingTables } from '../built-queries/index.ts';
import { isFlattenable } from './json-flattener.ts';

/** So many rows are looked at. */
const ROWS_LOOKED_AT = 5_000;

const read = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/json-structures',
  summary:
    'What the values of a column of JSON are made of: paths with their types and how often they occur, in up to 5,000 rows. Nothing is saved.',
  access: member('data:read'),
  body: jsonStructureBody,
  responses: { 200: jsonStructureDocument },
  handler: async ({ workspace, body, request, services }) => {
    const { tableId, column: named } = body.data.attributes;
    const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
    const attributes = await readingTables(services, workspace, [{ tableId }], async ([table]) => {
      const column = table!.columns.find(({ name }) => name === named);
      const at = { pointer: '/data/attributes/column', values: { column: named } };
      if (!column) throw new Refusal('query_column_unknown', at);
      if (!isFlattenable(column)) throw new Refusal('flatten_column_unfit', at);
      return services.queries.run(
        { kind: 'json_structure', file: table!.file, column, rows: ROWS_LOOKED_AT },
        requester,
        request.signal,
      );
    });
    return { data: { type: 'json_structures' as const, id: tableId, attributes } };
  },
});

export const jsonStructureRoutes = [read];
