import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  givenAlert,
  givenReport,
  givenSqlView,
  givenSubscription,
} from '../../../../test-support/source-fixtures.ts';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { takeDueProfile } from '../../tables/profiles/open-profiles.ts';
import { takeDueAlert } from '../../reports/alerts/alerts.repository.ts';
import {
  listChangedSubscriptions,
  listDueSubscriptions,
  takeDueDelivery,
} from '../../reports/subscriptions/due-deliveries.ts';
import { takeDueRefresh } from '../../queries/sql-views/due-refreshes.ts';
import { listDueSetups } from '../../tools/tool-runs/due-setups.ts';
import { insertSetup } from '../../tools/tool-runs/tool-setups.repository.ts';

const api = await TestApi.open();
after(api.close);
// They would take what becomes due.
await Promise.all([
  api.services.alertClock.close(),
  api.services.deliveryClock.close(),
  api.services.toolRuns.close(),
]);

const workspace = await api.workspace('Finch Outdoor');
const journey = new SourceJourney(workspace);
const source = await journey.connectFiles({ 'orders.csv': 'id\n1\n2\n' });
await journey.sync(source);
const { id } = workspace;
const tableId: string = (await journey.client.get(`${source}/tables/orders`)).body.data.id;

type Found = { workspaceId: string } | null | undefined;
const here = (found: readonly { workspaceId: string }[]): Found =>
  found.find(({ workspaceId }) => workspaceId === id);

/** What is done by itself, how it becomes due, and how whoever does it finds it. */
const WORK: readonly { what: string; due(): Promise<unknown>; find(): Promise<Found> }[] = [
  {
    what: 'alert',
    due: () =>
      api.sql(
        `update report_alerts set due_at = now(), owner_id = (select user_id from memberships where workspace_id = $1 limit 1)
         where workspace_id = $1`,
        [id],
      ),
    find: () => takeDueAlert(api.database),
  },
  {
    what: 'subscription with a schedule',
    due: () => api.sql(`update report_subscriptions set next_at = now() where workspace_id = $1`, [id]),
    find: async () => here(await listDueSubscriptions(api.database, 100)),
  },
  {
    what: 'subscription after a sync',
    due: () =>
      api.sql(`update report_versions set table_ids = array[$2] where workspace_id = $1`, [id, tableId]),
    find: async () => here(await listChangedSubscriptions(api.database, 100)),
  },
  {
    what: 'delivery',
    due: () =>
      api.sql(
        `insert into report_deliveries (workspace_id, id, subscription_id, occurrence, cause, state, due_at, wait_until)
         select workspace_id, $2, id, $2, 'sync', 'waiting', now(), now() from report_subscriptions where workspace_id = $1`,
        [id, newId('rdl')],
      ),
    find: () => takeDueDelivery(api.database),
  },
  {
    what: 'refresh of a view',
    due: () => api.sql(`update sql_views set requested_by = 'Somebody' where workspace_id = $1`, [id]),
    find: () => takeDueRefresh(api.database, ''),
  },
  {
    what: 'profile of a table',
    due: () => Promise.resolve(),
    find: () => takeDueProfile(api.database, { served: '', awaited: '' }),
  },
  {
    what: 'run of a tool after a sync',
    due: async () => {
      const setup = { name: 'Orders', config: {}, afterSync: true, tableIds: [tableId] };
      await workspaceTransaction(api.database, id, (db) => insertSetup(db, newId('tsu'), 'profiler', setup));
      await api.sql(`update tool_setup_tables set seen_version = 0 where workspace_id = $1`, [id]);
    },
    find: async () => here(await listDueSetups(api.database)),
  },
];

describe('what a workspace does by itself stops while it is deleted, and goes on once it is restored:', async () => {
  await givenReport(api, id);
  await givenAlert(api, id);
  await givenSubscription(api, id, '');
  await givenSqlView(api, id);
  const setDeleted = (at: 'now()' | 'null') =>
    api.sql(`update organizations set deleted_at = ${at} where id = $1`, [id]);
  for (const { what, due, find } of WORK)
    test(what, async () => {
      await due();
      await setDeleted('now()');
      assert.equal((await find())?.workspaceId, undefined);
      await setDeleted('null');
      assert.equal((await find())?.workspaceId, id);
    });
});
