import type { FastifyRequest } from 'fastify';
import { pauseBody, resumptionBody, sourceConnectionDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, type Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { audit, type AuditEvent } from '../../ground/audit/index.ts';
import type { DecidedChanges } from '../../hooks.ts';
import {
  countChanges,
  factsOfOne,
  getSourceConnection,
  lockSourceConnection,
  presentSourceConnection,
  setPause,
} from '../../connections/source-connections/index.ts';
import { nextRunAfter } from './planned-runs.ts';
import { choicesOf, databaseNow, lockSchedule, planNext } from './schedules.repository.ts';

const ONE = '/organizations/:organizationId/source-connections/:sourceConnectionId';

const pause = defineRoute({
  method: 'POST',
  path: `${ONE}/pauses`,
  summary:
    'Pause a connection: its schedule starts no runs, and a run that waits for a retry keeps waiting. Does nothing to a paused one.',
  access: member('sources:edit'),
  body: pauseBody,
  responses: { 200: sourceConnectionDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id }, request, services }) =>
    workspace.transaction(async (db) => {
      const { lifecycle } = await lockSourceConnection(db, id);
      if (lifecycle === 'active') {
        await setPause(db, id, { code: 'person', by: workspace.principal.name });
        await record(db, services, id, workspace, { action: 'source_connection.pause', request });
      }
      return present(db, id, workspace);
    }),
});

const resume = defineRoute({
  method: 'POST',
  path: `${ONE}/resumptions`,
  summary:
    'Resume a paused connection. Its next run is planned from now on; missed ones are not made up for.',
  access: member('sources:edit'),
  body: resumptionBody,
  responses: { 200: sourceConnectionDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id }, request, services }) =>
    workspace.transaction(async (db) => {
      await services.syncs.continueWaiting(db, id); // before the connection, in the order in which a worker locks them
      const { lifecycle } = await lockSourceConnection(db, id);
      if (lifecycle === 'paused') await resumeLocked(db, services, id, workspace, request);
      return present(db, id, workspace);
    }),
});

/** Resumes a connection that was paused because its source has changed, once someone has decided about all changes. */
export async function resumeDecided(
  services: Services,
  { workspace, sourceConnectionId: id, request }: DecidedChanges,
): Promise<void> {
  await workspace.transaction(async (db) => {
    const { pause: before } = await getSourceConnection(db, id);
    if (before?.code !== 'schema_changed' || (await countChanges(db, id, true)) > 0) return;
    await services.syncs.continueWaiting(db, id);
    const { pause: now } = await lockSourceConnection(db, id);
    if (now?.code === 'schema_changed' && (await countChanges(db, id, true)) === 0)
      await resumeLocked(db, services, id, workspace, request);
  });
}

async function resumeLocked(
  db: WorkspaceDb,
  services: Services,
  id: string,
  workspace: Workspace,
  request: FastifyRequest,
): Promise<void> {
  await setPause(db, id, null);
  const schedule = await lockSchedule(db, id);
  if (schedule) await planNext(db, id, nextRunAfter(choicesOf(schedule), await databaseNow(db)));
  await record(db, services, id, workspace, { action: 'source_connection.resume', request });
}

async function record(
  db: WorkspaceDb,
  { events }: Services,
  id: string,
  workspace: Workspace,
  event: Pick<AuditEvent, 'action' | 'request'>,
): Promise<void> {
  const subject = { type: 'source_connections', id };
  await audit(db, { ...event, actorId: workspace.principal.id, workspaceId: workspace.id, subject });
  for (const type of ['source_connections', 'schedules'] as const)
    await events.publishIn(db, { type, id, sourceConnectionId: id });
}

async function present(db: WorkspaceDb, id: string, workspace: Workspace) {
  const row = await getSourceConnection(db, id);
  return { data: presentSourceConnection(row, await factsOfOne(db, id), workspace) };
}

export const pauseRoutes = [pause, resume];
