import { filePreviewDocument, newFilePreviewBody, type FilePreview } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { toFailure } from '@headwater/base/failures/failure';
import { QueueClosed, QueueFull } from '@headwater/base/queue/fair-queue';
import { Refusal } from '@headwater/base/refusals/refusal';
import { askerIn, CONFIGURATION_MAX_BYTES, examineConfiguration } from './configuration.rules.ts';
import { connectorInputs } from './connector-inputs.ts';
import { readSettings } from './settings.ts';
import { getSourceConnection } from '../source-connections.repository.ts';

const create = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/file-previews',
  summary:
    'Read uploaded files, files from the web, or a spreadsheet with a configuration that need not be saved, and see their tables, columns, and first rows. Takes up to 30 seconds after waiting for its turn, and ends if the request does.',
  access: member('sources:edit'),
  body: newFilePreviewBody,
  maxBytes: CONFIGURATION_MAX_BYTES,
  responses: { 200: filePreviewDocument },
  handler: async ({ workspace, body, request, services }) => {
    const { signal } = request; // aborted when the caller has left
    const requester = askerIn(workspace);
    const examined = await examineConfiguration(body.data.attributes, requester);
    if (examined.connector.spec().category !== 'file')
      throw new Refusal('field_invalid', {
        pointer: '/data/attributes/connector',
        values: { fault: 'does not read files' },
      });
    const { sourceConnectionId } = body.data.attributes;
    const inputs = await workspace.transaction(async (db) => {
      const saved = sourceConnectionId ? await getSourceConnection(db, sourceConnectionId) : undefined;
      return connectorInputs(db, services, await readSettings(db, examined, saved));
    });
    const respond = (attributes: FilePreview) => ({
      data: { type: 'file_previews' as const, id: examined.connector.name, attributes },
    });
    try {
      return respond(await services.previews.previewFiles(requester, inputs, signal));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof QueueFull || error instanceof QueueClosed) throw error;
      return respond({ tables: [], tableCount: 0, failure: toFailure(error) });
    }
  },
});

export const filePreviewRoutes = [create];
