import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import { connectionExport } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Download, fileNameOf } from '../../../http/download.ts';
import { audit } from '../../ground/audit/index.ts';
import { askerIn } from '../../connections/source-connections/index.ts';
import { exportConnection } from './exported-connection.ts';

const exportOne = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/export-file',
  summary: 'A JSON file with everything that was chosen about a connection. Without secrets, IDs, and data.',
  access: member('sources:edit'),
  download: 'application/json',
  responses: { 200: Type.Unsafe<Download>(connectionExport) },
  handler: async ({ workspace, params: { sourceConnectionId: id }, request }) =>
    workspace.transaction(async (db) => {
      const exported = await exportConnection(db, id, askerIn(workspace));
      await audit(db, {
        action: 'source_connection.export',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'source_connections', id },
        request,
      });
      const text = `${JSON.stringify(exported, null, 2)}\n`;
      return new Download(`${fileNameOf(exported.name, 'connection')}.json`, Readable.from([text]));
    }),
});

export const connectionExportRoutes = [exportOne];
