import { Type } from '@sinclair/typebox';
import { UPLOAD_MAX_BYTES, uploadDocument } from '@headwater/shared/contract';
import { newId } from '../../platform/database/ids.ts';
import { member } from '../../http/access.ts';
import { defineRoute } from '../../http/define-route.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { requireUploadRoom, uploadRoom } from '../quotas/index.ts';
import { insertUpload } from './uploads.repository.ts';

const createUpload = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/uploads',
  summary: "Upload a file's bytes; a connection's configuration then names it by its id.",
  access: member('sources:edit'),
  query: Type.Object({ fileName: Type.String({ maxLength: 1000 }) }, { additionalProperties: false }),
  raw: 'octet-stream',
  maxBytes: UPLOAD_MAX_BYTES,
  answer: { 201: uploadDocument },
  handler: async ({ workspace, query: { fileName }, body, request, services }) => {
    if (!/^[^\\/\0]{1,200}$/.test(fileName))
      throw new Refusal('file_name_invalid', { parameter: 'fileName' });
    const id = newId('upl');
    const declaredBytes = Number(request.headers['content-length'] ?? 0);
    const { quotas } = services.config;
    const room = await workspace.transaction((db) => uploadRoom(db, quotas));
    const bounds =
      room.bytes < UPLOAD_MAX_BYTES
        ? { maxBytes: room.bytes, declaredBytes, refusal: room.refusal }
        : { maxBytes: UPLOAD_MAX_BYTES, declaredBytes };
    const stored = await services.uploadFiles.store(workspace.id, id, body, bounds);
    try {
      await workspace.transaction(async (db) => {
        // Again: others have uploaded meanwhile.
        await requireUploadRoom(db, quotas, stored.bytes);
        await insertUpload(db, { id, file_name: fileName, ...stored });
      });
    } catch (error) {
      await services.uploadFiles.remove(workspace.id, id);
      throw error;
    }
    return { data: { type: 'uploads' as const, id, attributes: { fileName, ...stored } } };
  },
});

export const uploadRoutes = [createUpload];
