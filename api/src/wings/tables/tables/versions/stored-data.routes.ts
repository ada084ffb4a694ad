import { storedDataDocument } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { getWithDeleted } from '../../../connections/source-connections/index.ts';
import { measureStoredData } from './kept-tables.ts';

const read = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/stored-data',
  summary: 'How much a connection has loaded, which its deletion deletes or keeps.',
  access: member('sources:read'),
  responses: { 200: storedDataDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id } }) =>
    workspace.transaction(async (db) => {
      await getWithDeleted(db, id);
      return { data: { type: 'stored_data' as const, id, attributes: await measureStoredData(db, id) } };
    }),
});

export const storedDataRoutes = [read];
