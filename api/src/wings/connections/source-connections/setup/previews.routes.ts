import {
  streamPreviewBody,
  streamPreviewDocument,
  type Failure,
  type StreamPreview,
} from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { toFailure } from '@headwater/base/failures/failure';
import { QueueClosed, QueueFull } from '@headwater/base/queue/fair-queue';
import { Refusal } from '@headwater/base/refusals/refusal';
import { readZone } from '../../../people/organizations/index.ts';
import { requireConnector } from './configuration.rules.ts';
import { configuredStream } from '../streams/configured-stream.ts';
import { connectorInputs } from './connector-inputs.ts';
import { getSourceConnection } from '../source-connections.repository.ts';
import { findStreamWithSettings } from '../streams/stream-settings.repository.ts';
import { checkedStream, requireUsableSettings } from '../streams/stream-settings.rules.ts';

const create = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/catalog/streams/:tableName/previews',
  summary:
    'Read the first rows of a table of the source with settings that need not be saved. Takes up to 10 seconds after waiting for its turn, and ends if the request does.',
  // Whoever may change the masks.
  access: member('sources:edit'),
  body: streamPreviewBody,
  responses: { 200: streamPreviewDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sourceConnectionId, tableName } = params;
    const { signal } = request; // aborted when the caller has left
    const { inputs, stream } = await workspace.transaction(async (db) => {
      const { connector, configuration } = await getSourceConnection(db, sourceConnectionId);
      const found = await findStreamWithSettings(db, sourceConnectionId, tableName);
      if (!found) throw new Refusal('not_found');
      // What becomes of the rows doesn't matter to a preview.
      const settings = {
        ...body.data.attributes,
        syncMode: 'full_refresh',
        destinationSyncMode: 'overwrite',
      } as const;
      const known = checkedStream(found.stream, found.settings.masks);
      requireUsableSettings(settings, known, requireConnector(connector).spec());
      const secrets = { connector, configuration, sourceConnectionId };
      return {
        inputs: await connectorInputs(db, services, secrets),
        stream: configuredStream(found.stream, settings, await readZone(db)),
      };
    });
    const respond = (attributes: { preview: StreamPreview | null; failure: Failure | null }) => ({
      data: { type: 'stream_previews' as const, id: tableName, attributes },
    });
    if (stream.problem) return respond({ preview: null, failure: stream.problem });
    const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
    try {
      const preview = await services.previews.run(requester, inputs, stream, signal);
      return respond({ preview, failure: null });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof QueueFull || error instanceof QueueClosed) throw error;
      return respond({ preview: null, failure: toFailure(error) });
    }
  },
});

export const previewRoutes = [create];
