import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PASSWORD, personWithPassword } from '../../../../test-support/person-with-password.ts';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';
import { settled } from '@headwater/base/testing/settled';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { clearDeleted } from './clear-deleted.ts';
import { lockExpired } from './deleted-organizations.repository.ts';
import { newId } from '../../../platform/database/ids.ts';
import { scheduleWith } from '../../syncs/schedules/testing/schedules.ts';

const api = await TestApi.open();
after(api.close);

const NAME = 'Finch Outdoor';
const DELETED = '/deleted-organizations';
const remove = ({ id, admin }: TestWorkspace, name = NAME) =>
  admin.delete(`/organizations/${id}?name=${encodeURIComponent(name)}`);
const restore = ({ id }: TestWorkspace, by: Client) =>
  by.post(`${DELETED}/${id}/restorations`, 'organization_restorations', {});
const deletedOf = async (client: Client) =>
  (await client.get(DELETED)).body.data.map(
    ({ attributes }: { attributes: { name: string } }) => attributes.name,
  );
const mailsTo = async (email: string) => (await api.mailbox.rest()).filter(({ to }) => to === email);
const actionsIn = async ({ id }: TestWorkspace) =>
  (
    await api.sql<{ action: string }>(
      `select action from audit_events where workspace_id = $1 and action like 'workspace.%' order by at, id`,
      [id],
    )
  ).map(({ action }) => action);

/** A workspace with a table, a report that is shared, and a service account. */
async function busyWorkspace() {
  const workspace = await api.workspace(NAME);
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({ 'orders.csv': 'id\n1\n2\n' });
  await journey.sync(source);
  const reports = `/organizations/${workspace.id}/reports`;
  const layout = { x: 0, y: 0, w: 6, h: 6 };
  const content = {
    cards: [{ kind: 'text', id: 'note', title: 'Note', layout, text: 'Boots.' }],
    filters: [],
  };
  const report = (await workspace.admin.post(reports, 'reports', { name: 'Board pack', content })).body.data
    .id;
  const wanted = { days: 30, filtersOpen: false, filters: '' };
  const link = await workspace.admin.post(`${reports}/${report}/share-links`, 'share_links', wanted);
  const account = await api.serviceAccount(workspace);
  const visitor = api.visitor();
  const doors = async () => ({
    member: (await workspace.admin.get(source)).status,
    token: (await account.get(`${source}/tables/orders`)).status,
    shared: (
      await visitor.post('/shared-reports', 'shared_reports', { token: link.body.data.attributes.token })
    ).status,
    listed: (await workspace.admin.get('/organizations')).body.meta.total,
  });
  return { workspace, source, doors };
}

describe('a workspace that its admin deletes', () => {
  test('is closed to people, programs, and share links at once, and open again once it is restored', async () => {
    const { workspace, doors } = await busyWorkspace();
    const other = await workspace.member('admin');
    const reader = await workspace.member('reader');
    assert.deepEqual(await doors(), { member: 200, token: 200, shared: 200, listed: 1 });
    assert.deepEqual(faultsIn(await remove(workspace, 'Finch')), ['workspace_name_mismatch name']);
    assert.equal((await remove(workspace)).status, 204);
    assert.deepEqual(await doors(), { member: 404, token: 401, shared: 404, listed: 0 });
    assert.equal((await remove(workspace)).status, 404);
    const subjects = (email: string) => mailsTo(email).then((mails) => mails.map(({ subject }) => subject));
    const gone = `The workspace ${NAME} has been deleted`;
    for (const { email } of [workspace.admin, other])
      await settled(
        () => subjects(email),
        (all) => all.includes(gone),
      );

    assert.deepEqual(await deletedOf(reader), []);
    assert.equal((await restore(workspace, reader)).status, 404);
    assert.equal((await restore(workspace, await api.person())).status, 404);
    assert.deepEqual(await deletedOf(other), [NAME]);
    const restored = await restore(workspace, other);
    assert.equal(restored.status, 200, restored.text);
    assert.equal(restored.body.data.attributes.name, NAME);
    assert.equal((await restore(workspace, other)).status, 404);
    assert.deepEqual(await doors(), { member: 200, token: 200, shared: 200, listed: 1 });
    const back = `The workspace ${NAME} is back`;
    for (const { email } of [workspace.admin, other])
      await settled(
        () => subjects(email),
        (all) => all.includes(back),
      );
    assert.deepEqual((await actionsIn(workspace)).slice(-2), ['workspace.delete', 'workspace.restore']);
  });

  test('runs nothing until it is restored, and then continues', async () => {
    const { workspace, source } = await busyWorkspace();
    const { admin } = workspace;
    const hourly = scheduleWith({ kind: 'interval', interval: { minutes: 60, startingAt: '00:00' } });
    assert.equal(
      (await admin.patch(`${source}/schedule`, 'schedules', hourly, { 'if-match': '0' })).status,
      200,
    );
    // A run that waits for its next attempt.
    await api.sql(
      `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, retry_at)
       values ($1, $2, $3, 900, 'incomplete', 'manual', now() + interval '1 day')`,
      [workspace.id, newId('run'), source.split('/').at(-1)],
    );
    assert.equal((await remove(workspace)).status, 204);
    const runs = () =>
      api.sql<{ state: string; trigger: string }>(
        `select state, trigger from sync_runs where workspace_id = $1 order by number`,
        [workspace.id],
      );
    const before = await runs();
    assert.deepEqual(before.at(-1), { state: 'canceled', trigger: 'manual' });
    await api.sql(
      `update connection_schedules set next_run_at = now() - interval '1 second' where workspace_id = $1`,
      [workspace.id],
    );
    await api.services.scheduler.startDueRuns();
    assert.deepEqual(await runs(), before);
    assert.equal((await restore(workspace, admin)).status, 200);
    await api.services.scheduler.startDueRuns();
    await settled(
      async () => (await runs()).filter(({ trigger }) => trigger === 'schedule'),
      ([run]) => run?.state === 'succeeded',
    );
  });

  test('is deleted for good after 30 days, and can’t be restored anymore', async () => {
    const { workspace } = await busyWorkspace();
    const kept = await api.workspace(NAME);
    assert.equal((await remove(kept)).status, 204);
    assert.equal((await remove(workspace)).status, 204);
    await api.sql(`update organizations set deleted_at = now() - interval '30 days' where id = $1`, [
      workspace.id,
    ]);
    assert.deepEqual(await deletedOf(workspace.admin), []);
    assert.equal((await restore(workspace, workspace.admin)).status, 404);
    await clearDeleted(api.services);
    const left = await api.sql('select id from organizations where id = any($1)', [[workspace.id, kept.id]]);
    assert.deepEqual(left, [{ id: kept.id }]);
    assert.deepEqual((await actionsIn(workspace)).at(-1), 'workspace.clear');
  });

  test('isn’t cleared if it was restored meanwhile', async () => {
    const workspace = await api.workspace(NAME);
    assert.equal((await remove(workspace)).status, 204);
    assert.equal((await restore(workspace, workspace.admin)).status, 200);
    const isExpired = await installationTransaction(api.database, (db) => lockExpired(db, workspace.id));
    assert.equal(isExpired, false);
  });

  test('sends nothing more to its webhooks', async () => {
    const workspace = await api.workspace(NAME);
    const channels = `/organizations/${workspace.id}/notification-channels`;
    const channel = await workspace.admin.post(channels, 'notification_channels', {
      ...{ kind: 'webhook', name: 'Alerts', triggers: [], url: 'http://127.0.0.1:9/hook' },
    });
    await api.sql(
      `insert into notification_deliveries (workspace_id, id, channel_id, trigger, subject, state)
       values ($1, 'waiting', $2, 'sync_failed', '', 'retrying')`,
      [workspace.id, channel.body.data.id],
    );
    assert.equal((await remove(workspace)).status, 204);
    const states = await api.sql(`select state, fault from notification_deliveries where workspace_id = $1`, [
      workspace.id,
    ]);
    assert.deepEqual(states, [{ state: 'skipped', fault: 'workspace_deleted' }]);
  });

  test('is no reason to keep the account of its only admin, with which it is deleted for good', async () => {
    const workspace = await api.workspace(NAME);
    await workspace.member('editor');
    const person = await personWithPassword(api, workspace.admin);
    const leave = () =>
      person.post('/account-deletions', 'account_deletions', { email: person.email, password: PASSWORD });
    assert.deepEqual(faultsIn(await leave()), ['last_admin']);
    assert.equal((await remove(workspace)).status, 204);
    assert.equal((await leave()).status, 204);
    assert.deepEqual(await api.sql('select from organizations where id = $1', [workspace.id]), []);
  });
});
