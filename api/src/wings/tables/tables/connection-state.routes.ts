import { connectionStateDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { getSourceConnection } from '../../connections/source-connections/index.ts';
import { listStates } from './versions/versions.repository.ts';

const read = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/state',
  summary: 'How far each table that is read incrementally has been read. It contains values of the data.',
  access: member('data:read'),
  responses: { 200: connectionStateDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id } }) =>
    workspace.transaction(async (db) => {
      await getSourceConnection(db, id);
      const attributes = { tables: await listStates(db, id) };
      return { data: { type: 'connection_states' as const, id, attributes } };
    }),
});

export const connectionStateRoutes = [read];
