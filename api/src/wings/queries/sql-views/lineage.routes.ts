import { tableLineageDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { findTable } from '../../tables/tables/index.ts';
import { findLineage } from './lineage.repository.ts';

const read = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/lineage',
  summary:
    'Where the rows of a table come from, and which views, reports, saved queries, and service accounts read them, with the columns that these use.',
  access: member('data:read'),
  responses: { 200: tableLineageDocument },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const table = await findTable(db, params.sourceConnectionId, params.tableName);
      if (!table) throw new Refusal('not_found');
      const attributes = await findLineage(db, table.id);
      return { data: { type: 'table_lineages' as const, id: table.id, attributes } };
    }),
});

export const lineageRoutes = [read];
