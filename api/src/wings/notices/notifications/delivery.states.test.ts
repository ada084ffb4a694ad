import { after } from 'node:test';
import { testEveryPair } from '../../../../test-support/every-pair.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { skipDelivery, updateDelivery } from './deliveries.repository.ts';
import { NOTIFICATION_DELIVERY } from './delivery.states.ts';

const api = await TestApi.open();
after(api.close);
const { id: workspaceId } = await api.workspace();
await api.sql(
  `insert into notification_channels (workspace_id, id, kind, name, triggers, member_ids, addresses, language, created_by)
   values ($1, 'ntc_one', 'email', 'One', '{}', '{}', '{}', 'en', 'Somebody')`,
  [workspaceId],
);

const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
  workspaceTransaction(api.database, workspaceId, work);
const attempt =
  (event: 'accepted' | 'refused' | 'given_up', minutes: number | null) =>
  ({ id }: Record<string, unknown>) =>
    inWorkspace((db) =>
      updateDelivery(
        db,
        { id: String(id), attempts: 1 },
        { event, minutes, status: 500, fault: event === 'accepted' ? null : 'rejected' },
      ),
    );

testEveryPair('a delivery of a notification', NOTIFICATION_DELIVERY, {
  put: async (state) => {
    const id = newId('ntd');
    await api.sql(
      `insert into notification_deliveries (workspace_id, id, channel_id, trigger, subject, state, attempts, next_at)
       values ($1, $2, 'ntc_one', 'late', '', $3, 1, '2026-01-01')`,
      [workspaceId, id, state],
    );
    return { id };
  },
  happen: {
    accepted: attempt('accepted', null),
    refused: attempt('refused', 1),
    given_up: attempt('given_up', null),
    left_out: ({ id }) => inWorkspace((db) => skipDelivery(db, String(id), 'paused')),
  },
  read: async ({ id }) => (await api.sql('select * from notification_deliveries where id = $1', [id]))[0],
});
