import { connectionCheckDocument, newConnectionCheckBody } from '@headwater/shared/contract';
import { checkStep } from '@headwater/protocol/check-step';
import { newId } from '../../../../platform/database/ids.ts';
import { member } from '../../../../http/access.ts';
import { noContent } from '../../../../http/define-route.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { connectorInputs } from '../setup/connector-inputs.ts';
import { askerIn, CONFIGURATION_MAX_BYTES, examineConfiguration } from '../setup/configuration.rules.ts';
import {
  getCheck,
  insertCheck,
  updateCheck,
  type ConnectionCheckRow,
} from './connection-checks.repository.ts';
import type { ConnectionChecks } from './connection-checks.ts';
import { fingerprintOf } from './fingerprint.ts';
import { readSettings } from '../setup/settings.ts';
import { getSourceConnection } from '../source-connections.repository.ts';

const LIST = '/organizations/:organizationId/connection-checks';
const ONE = `${LIST}/:connectionCheckId` as const;
/** A check that is older than this and neither runs nor waits here has lost its process. */
const LOST_AFTER_MS = 90_000;

const create = defineRoute({
  method: 'POST',
  path: LIST,
  summary: 'Test a configuration, saved or not, step by step. Watch the returned resource.',
  access: member('sources:edit'),
  body: newConnectionCheckBody,
  responses: { 202: connectionCheckDocument },
  maxBytes: CONFIGURATION_MAX_BYTES,
  handler: async ({ workspace, body, services }) => {
    const { sourceConnectionId } = body.data.attributes;
    const requester = askerIn(workspace);
    const examined = await examineConfiguration(body.data.attributes, requester);
    const id = newId('chk');
    const { checkSteps } = examined.connector.spec();
    const steps = checkSteps.map((step) => checkStep(step, 'pending'));
    const { row, inputs, fingerprint } = await workspace.transaction(async (db) => {
      const saved = sourceConnectionId ? await getSourceConnection(db, sourceConnectionId) : undefined;
      const settings = await readSettings(db, examined, saved);
      const fingerprint = await fingerprintOf(db, services.keys, settings);
      return {
        row: await insertCheck(db, id, steps, fingerprint),
        inputs: await connectorInputs(db, services, settings),
        fingerprint,
      };
    });
    const about = { sourceConnectionId: sourceConnectionId ?? null, fingerprint };
    services.checks.start({ id, requester, steps, ...about }, inputs);
    return { data: present(row, services.checks) };
  },
});

const getOne = defineRoute({
  method: 'GET',
  path: ONE,
  summary: 'The progress of a connection check.',
  access: member('sources:read'),
  responses: { 200: connectionCheckDocument },
  handler: async ({ workspace, params, services }) => {
    const check = await workspace.transaction((db) => getCheck(db, params.connectionCheckId));
    return { data: present(check, services.checks) };
  },
});

const cancel = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Cancel a connection check.',
  access: member('sources:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, services }) => {
    const { connectionCheckId: id } = params;
    await workspace.transaction(async (db) => {
      await getCheck(db, id);
      await updateCheck(db, id, { state: 'canceled' });
      await services.events.publishIn(db, { type: 'connection_checks', id, sourceConnectionId: null });
    });
    services.checks.cancel(id);
    return undefined;
  },
});

function present({ id, state, steps, created_at: createdAt }: ConnectionCheckRow, checks: ConnectionChecks) {
  const isLost =
    state === 'running' && !checks.isActive(id) && Date.now() - createdAt.getTime() > LOST_AFTER_MS;
  return {
    type: 'connection_checks' as const,
    id,
    attributes: {
      state: isLost ? ('failed' as const) : state,
      position: state === 'running' ? checks.positionOf(id) : null,
      steps,
    },
  };
}

export const connectionCheckRoutes = [create, getOne, cancel];
