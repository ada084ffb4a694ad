import {
  scheduleBody,
  scheduleDocument,
  schedulePreviewBody,
  schedulePreviewDocument,
  type ScheduleChoices,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { expectedVersion } from '../../../http/if-match.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import {
  getSourceConnection,
  indexSchedule,
  lockSourceConnection,
} from '../../connections/source-connections/index.ts';
import { nextRunAfter } from './planned-runs.ts';
import { presentSchedule } from './schedule.presenter.ts';
import { previewOf } from './schedule-preview.ts';
import { checkSchedule } from './schedule.rules.ts';
import {
  databaseNow,
  findSchedule,
  keepConnection,
  listPredecessors,
  lockChains,
  lockSchedule,
  storeSchedule,
} from './schedules.repository.ts';

const ONE = '/organizations/:organizationId/source-connections/:sourceConnectionId';

const read = defineRoute({
  method: 'GET',
  path: `${ONE}/schedule`,
  summary: 'When a connection is synced. Version 0 if no one has chosen it, so that runs start only by hand.',
  access: member('sources:read'),
  responses: { 200: scheduleDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id } }) =>
    workspace.transaction(async (db) => {
      const connection = await getSourceConnection(db, id);
      return { data: presentSchedule(connection, await findSchedule(db, id)) };
    }),
});

const change = defineRoute({
  method: 'PATCH',
  path: `${ONE}/schedule`,
  summary: 'Choose when a connection is synced.',
  access: member('sources:edit'),
  body: scheduleBody,
  takes: 'If-Match',
  responses: { 200: scheduleDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id }, body, request, services }) =>
    workspace.transaction(async (db) => {
      const given = body.data.attributes;
      // Locked in the order in which the end of a run locks them: chains, connections, schedules.
      if (given.kind === 'after') await lockChains(db);
      const connection = await lockSourceConnection(db, id);
      await requirePredecessor(db, id, given);
      const saved = await lockSchedule(db, id);
      if ((saved?.version ?? 0) !== expectedVersion(request))
        throw new Refusal('version_conflict', { parameter: 'If-Match' });
      const now = await databaseNow(db);
      const choices = checkSchedule(given, now);
      const next = connection.lifecycle === 'active' ? nextRunAfter(choices, now) : null;
      await storeSchedule(db, id, choices, next);
      await indexSchedule(db, id, choices.after?.sourceConnectionId ?? null);
      await audit(db, {
        action: 'schedule.update',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'source_connections', id },
        request,
        details: { kind: choices.kind },
      });
      for (const type of ['schedules', 'source_connections'] as const)
        await services.events.publishIn(db, { type, id, sourceConnectionId: id });
      return { data: presentSchedule(connection, await findSchedule(db, id)) };
    }),
});

const preview = defineRoute({
  method: 'POST',
  path: `${ONE}/schedule-previews`,
  summary: 'What a schedule would mean: its next runs and the week ahead. Nothing is saved.',
  access: member('sources:read'),
  body: schedulePreviewBody,
  responses: { 200: schedulePreviewDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id }, body }) =>
    workspace.transaction(async (db) => {
      await getSourceConnection(db, id);
      const now = await databaseNow(db);
      const given = body.data.attributes;
      const choices = checkSchedule(given, now);
      await requirePredecessor(db, id, choices);
      const attributes = previewOf(choices, given, now);
      return { data: { type: 'schedule_previews' as const, id, attributes } };
    }),
});

/** Throws if the connection that this one is to follow doesn't exist, or waits for this one itself. */
async function requirePredecessor(
  db: WorkspaceDb,
  id: string,
  { kind, after }: ScheduleChoices,
): Promise<void> {
  if (kind !== 'after' || !after) return;
  const pointer = '/data/attributes/after/sourceConnectionId';
  const { sourceConnectionId: before } = after;
  if (before === null) throw new Refusal('field_required', { pointer });
  const { name } = await getSourceConnection(db, before);
  await keepConnection(db, before);
  if ((await listPredecessors(db, before)).includes(id))
    throw new Refusal('schedule_circle', { pointer, values: { name } });
}

export const scheduleRoutes = [read, change, preview];
