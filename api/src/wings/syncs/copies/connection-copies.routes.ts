import { connectionCopyBody, sourceConnectionDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { newId } from '../../../platform/database/ids.ts';
import { audit } from '../../ground/audit/index.ts';
import { requireConnectionRoom } from '../../ground/quotas/index.ts';
import { chosenSchedule, storeNewSchedule } from '../schedules/index.ts';
import {
  copyConnection,
  factsOfOne,
  getSourceConnection,
  lockSourceConnection,
  presentSourceConnection,
} from '../../connections/source-connections/index.ts';

const copy = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/copies',
  summary: 'Make a connection with the same configuration, secrets, settings, and schedule, without data.',
  access: member('sources:edit'),
  body: connectionCopyBody,
  responses: { 201: sourceConnectionDocument },
  handler: async ({ workspace, params: { sourceConnectionId: from }, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { name } = body.data.attributes;
      const id = newId('src');
      await lockSourceConnection(db, from); // no discovery or edit ends in between
      await requireConnectionRoom(db, services.config.quotas);
      await copyConnection(db, services.keys, { from, id, name });
      const schedule = await chosenSchedule(db, from);
      if (schedule) await storeNewSchedule(db, id, schedule);
      await audit(db, {
        action: 'source_connection.create',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'source_connections', id },
        request,
        details: { copyOf: from },
      });
      await services.events.publishIn(db, { type: 'source_connections', id, sourceConnectionId: id });
      const row = await getSourceConnection(db, id);
      return { data: presentSourceConnection(row, await factsOfOne(db, id), workspace) };
    }),
});

export const connectionCopyRoutes = [copy];
