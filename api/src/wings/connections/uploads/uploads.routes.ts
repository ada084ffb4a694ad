import { Type } from '@sinclair/typebox';
import { hasUnseen, UPLOAD_MAX_BYTES, uploadDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { keepUpload } from './keep-upload.ts';
import { deleteUnused } from './unused-uploads.ts';
import { listUploads } from './uploads.repository.ts';

const createUpload = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/uploads',
  summary: "Upload a file's bytes. A connection's configuration then refers to the file by its ID.",
  access: member('sources:edit'),
  query: Type.Object({ fileName: Type.String({ maxLength: 1000 }) }, { additionalProperties: false }),
  raw: 'octet-stream',
  maxBytes: UPLOAD_MAX_BYTES,
  responses: { 201: uploadDocument },
  handler: async ({ workspace, query: { fileName }, body, request, services }) => {
    if (!/^[^\\/]{1,200}$/.test(fileName) || hasUnseen(fileName))
      throw new Refusal('file_name_invalid', { parameter: 'fileName' });
    const declaredBytes = Number(request.headers['content-length'] ?? 0);
    const { id, file_name, ...stored } = await keepUpload(services, workspace, {
      name: fileName,
      body,
      declaredBytes,
      onKept: (db, upload) =>
        audit(db, {
          action: 'upload.create',
          actorId: workspace.principal.id,
          workspaceId: workspace.id,
          subject: { type: 'uploads', id: upload.id },
          request,
          details: { name: fileName, bytes: upload.bytes },
        }),
    });
    return { data: { type: 'uploads' as const, id, attributes: { fileName: file_name, ...stored } } };
  },
});

const removeUpload = defineRoute({
  method: 'DELETE',
  path: '/organizations/:organizationId/uploads/:uploadId',
  summary: 'Delete an uploaded file that no connection uses.',
  access: member('sources:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params: { uploadId }, request, services }) => {
    await workspace.transaction(async (db) => {
      const upload = (await listUploads(db, [uploadId])).get(uploadId);
      if (!upload) throw new Refusal('not_found');
      if (!(await deleteUnused(db, services.uploadFiles, [uploadId]))) throw new Refusal('upload_in_use');
      await audit(db, {
        action: 'upload.delete',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'uploads', id: uploadId },
        request,
        details: { name: upload.file_name, bytes: upload.bytes },
      });
    });
    return undefined;
  },
});

export const uploadRoutes = [createUpload, removeUpload];
