import { newRequestTestBody, requestTestDocument, type RequestTest } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { toFailure } from '@headwater/base/failures/failure';
import { QueueClosed, QueueFull } from '@headwater/base/queue/fair-queue';
import { Refusal } from '@headwater/base/refusals/refusal';
import { askerIn, CONFIGURATION_MAX_BYTES, examineConfiguration } from './configuration.rules.ts';
import { connectorInputs } from './connector-inputs.ts';
import { readSettings } from './settings.ts';
import { getSourceConnection } from '../source-connections.repository.ts';

const NOTHING: RequestTest = {
  exchanges: [],
  requests: 0,
  pages: 0,
  isStopped: false,
  recordCount: 0,
  records: [],
  columns: [],
  isInferred: false,
  failure: null,
  line: null,
};

const create = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/request-tests',
  summary:
    'Read the first pages of a stream with a configuration that need not be saved, and see what was sent, received, and made of it. Takes up to 20 seconds after waiting for its turn, and ends if the request does.',
  access: member('sources:edit'),
  body: newRequestTestBody,
  maxBytes: CONFIGURATION_MAX_BYTES,
  responses: { 200: requestTestDocument },
  handler: async ({ workspace, body, request, services }) => {
    const { sourceConnectionId, stream } = body.data.attributes;
    const { signal } = request; // aborted when the caller has left
    const requester = askerIn(workspace);
    const examined = await examineConfiguration(body.data.attributes, requester);
    if (!examined.text?.streams.includes(stream))
      throw new Refusal('field_invalid', {
        pointer: '/data/attributes/stream',
        values: { fault: 'is not a stream of this configuration' },
      });
    const inputs = await workspace.transaction(async (db) => {
      const saved = sourceConnectionId ? await getSourceConnection(db, sourceConnectionId) : undefined;
      return connectorInputs(db, services, await readSettings(db, examined, saved));
    });
    const respond = (attributes: RequestTest) => ({
      data: { type: 'request_tests' as const, id: stream, attributes },
    });
    try {
      return respond(await services.previews.testRequests(requester, inputs, stream, signal));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof QueueFull || error instanceof QueueClosed) throw error;
      return respond({ ...NOTHING, failure: toFailure(error) });
    }
  },
});

export const requestTestRoutes = [create];
