import { connectionCheckDocument, newConnectionCheckBody, type CheckStep } from '@headwater/shared/contract';
import { newId } from '../db/ids.ts';
import { member } from '../http/access.ts';
import { noContent } from '../http/define-route.ts';
import { defineRoute } from '../http/define-route.ts';
import { connectorInputs } from './connector-inputs.ts';
import { requireConnector, splitConfiguration } from './configuration.policy.ts';
import {
  getCheck,
  insertCheck,
  updateCheck,
  type ConnectionCheckRow,
} from './connection-checks.repository.ts';
import { listSecretFields } from './connection-secrets.repository.ts';
import { getSourceConnection } from './source-connections.repository.ts';

const LIST = '/organizations/:organizationId/connection-checks';
const ONE = `${LIST}/:connectionCheckId` as const;
/** Longer than a check may take: one that is older has lost its process. */
const LOST_AFTER_MS = 90_000;

const create = defineRoute({
  method: 'POST',
  path: LIST,
  summary: 'Test a configuration, saved or not, step by step; watch the answered resource.',
  access: member('sources:edit'),
  body: newConnectionCheckBody,
  answer: { 202: connectionCheckDocument },
  handler: async ({ workspace, body, services }) => {
    const { connector: name, configuration, sourceConnectionId } = body.data.attributes;
    const connector = requireConnector(name);
    const id = newId('chk');
    const steps: CheckStep[] = connector.spec().checkSteps.map((step) => ({
      name: step,
      state: 'pending',
      milliseconds: null,
      note: null,
      failure: null,
    }));
    const { row, inputs, saved } = await workspace.transaction(async (db) => {
      const stored = sourceConnectionId ? await getSourceConnection(db, sourceConnectionId) : undefined;
      const fields = stored && ((await listSecretFields(db, [stored.id])).get(stored.id) ?? []);
      const split = splitConfiguration(
        connector,
        configuration,
        stored && { visible: stored.configuration, secretFields: fields ?? [] },
      );
      const given = {
        connector: name,
        configuration: split.visible,
        secrets: split.secrets,
        sourceConnectionId,
      };
      const isSaved =
        stored !== undefined &&
        Object.keys(split.secrets).length === 0 &&
        JSON.stringify(sorted(stored.configuration)) === JSON.stringify(sorted(split.visible));
      return {
        row: await insertCheck(db, id, steps),
        inputs: await connectorInputs(db, services, given),
        saved: isSaved ? stored.id : null,
      };
    });
    services.checks.start({ workspaceId: workspace.id, id, sourceConnectionId: saved, steps }, inputs);
    return { data: present(row) };
  },
});

const getOne = defineRoute({
  method: 'GET',
  path: ONE,
  summary: 'How far a connection check is.',
  access: member('sources:read'),
  answer: { 200: connectionCheckDocument },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => ({ data: present(await getCheck(db, params.connectionCheckId)) })),
});

const cancel = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Cancel a connection check.',
  access: member('sources:edit'),
  answer: { 204: noContent },
  handler: async ({ workspace, params, services }) => {
    const { connectionCheckId: id } = params;
    await workspace.transaction(async (db) => {
      await getCheck(db, id);
      await updateCheck(db, id, { state: 'cancelled' });
      await services.events.publishIn(db, { type: 'connection_checks', id, sourceConnectionId: null });
    });
    services.checks.cancel(id);
    return undefined;
  },
});

const sorted = (object: Record<string, unknown>) =>
  Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1));

function present({ id, state, steps, created_at: createdAt }: ConnectionCheckRow) {
  const isLost = state === 'running' && Date.now() - createdAt.getTime() > LOST_AFTER_MS;
  return {
    type: 'connection_checks' as const,
    id,
    attributes: { state: isLost ? ('failed' as const) : state, steps },
  };
}

export const connectionCheckRoutes = [create, getOne, cancel];
