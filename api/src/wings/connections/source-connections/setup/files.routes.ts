import { sourceFileCollection } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { listSourceFiles } from './files.repository.ts';
import { getSourceConnection } from '../source-connections.repository.ts';

const list = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/files',
  summary: 'The files of a source, with the tables that they became. Empty if the source is a server.',
  access: member('sources:read'),
  responses: { 200: sourceFileCollection },
  handler: async ({ workspace, params: { sourceConnectionId } }) =>
    workspace.transaction(async (db) => {
      await getSourceConnection(db, sourceConnectionId);
      const files = await listSourceFiles(db, sourceConnectionId);
      return {
        data: files.map(({ uploadId, uploadedAt, ...facts }) => ({
          type: 'source_files' as const,
          id: uploadId,
          attributes: { ...facts, uploadedAt: uploadedAt.toISOString() },
        })),
        links: { next: null },
        meta: { total: files.length },
      };
    }),
});

export const fileRoutes = [list];
