import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { insertDemoCode, listDemoCodes, revokeDemoCode } from './index.ts';

const [open, byCode] = await Promise.all([
  TestApi.open({ environment: { DEMO: 'open' } }),
  TestApi.open({ environment: { DEMO: 'codes' } }),
]);
after(() => Promise.all([open.close(), byCode.close()]));
// Nothing about codes depends on the syncs of those who enter with one.
await byCode.services.syncWorker.close();
await settled(
  () => byCode.sql(`delete from users where email like 'prepared-%' returning id`),
  (deleted) => deleted.length > 0,
);

const begin = (client: Client, code = '') => client.post('/sessions/demo-login', 'demo_logins', { code });
const inStore = <T>(api: TestApi, work: (db: InstallationDb) => Promise<T>) =>
  installationTransaction(api.database, work);
const makeCode = (api: TestApi, maxUses = 1) =>
  inStore(api, (db) => insertDemoCode(db, { label: 'For the fair', maxUses, days: 1 }));

/** Enters the demo, and returns the visitor's client and session. */
async function enter(api: TestApi, code = '') {
  const client = api.visitor();
  const { status, text, body, headers } = await begin(client, code);
  assert.equal(status, 201, text);
  const { id: sessionId, attributes: session } = body.data;
  client.csrfToken = session.csrfToken;
  return { client, sessionId, session, headers, workspaceId: session.organizations[0].organizationId };
}

async function refused(api: TestApi, code: string) {
  const response = await begin(api.visitor(), code);
  assert.equal(response.status, 422, response.text);
  assert.deepEqual(faultsIn(response), ['demo_code_invalid /data/attributes/code']);
}

describe('the demo', () => {
  test('opens its own workspace for two hours, as runner', async () => {
    const { session, workspaceId, headers } = await enter(open);
    const { email, name, demoEndsAt, organizations, isSuperuser } = session;
    assert.match(email, /^demo-[0-9a-f]{32}@demo\.invalid$/);
    assert.deepEqual({ name, isSuperuser }, { name: 'Demo', isSuperuser: false });
    const [workspace, ...others] = organizations;
    assert.partialDeepStrictEqual(workspace, {
      ...{ organizationId: workspaceId, name: 'Demo workspace', role: 'runner' },
    });
    assert.deepEqual(others, []);
    const minutes = (Date.parse(demoEndsAt) - Date.now()) / 60_000;
    assert.ok(minutes > 119 && minutes <= 120, demoEndsAt);
    const [, expires] = /Expires=([^;]+)/.exec(String(headers['set-cookie']))!;
    assert.ok(Math.abs(Date.parse(expires!) - Date.parse(demoEndsAt)) < 2000, expires);
  });

  test('has the figures of its sample at once, as fresh as they are, and shares nothing but files', async () => {
    const [one, other] = [await enter(open), await enter(open)];
    const { client, workspaceId } = one;
    const { body } = await client.get(`/organizations/${workspaceId}/tables`);
    assert.equal(body.data.filter(isReadable).length, 8);
    const prepared = await open.sql(
      `select workspace_id as id, run_id, committed_at from table_versions
       where workspace_id = (select id from organizations where created_by = (
         select id from users where email like 'prepared-%')) limit 1`,
    );
    for (const { attributes } of body.data as Table[])
      assert.ok(Math.abs(Date.parse(attributes.freshAsOf) - prepared[0]!.committed_at.getTime()) < 60_000);

    const kept = await open.sql(`select id from sync_runs where id = $1`, [prepared[0]!.run_id]);
    assert.equal(kept.length, 1);
    const ids = await open.sql(
      `select id from tables where workspace_id in ($1, $2, $3)
       union all select id from sync_runs where workspace_id in ($1, $2, $3)`,
      [workspaceId, other.workspaceId, prepared[0]!.id],
    );
    assert.equal(ids.length, 27);
    assert.equal(new Set(ids.map(({ id }) => id)).size, 27);

    const first = await files(workspaceId);
    assert.equal(first.length, 8);
    for (const each of first) assert.ok(each.nlink >= 3);
    await open.sql(`update users set demo_ends_at = now() where email = $1`, [other.session.email]);
    await inStore(open, (db) => open.services.jobs.enqueue(db, 'end-demos', {}));
    await settled(
      () => files(other.workspaceId),
      (left) => left.length === 0,
    );
    const rows = await firstRows(client, workspaceId, body.data);
    assert.equal(rows.body.data.attributes.rows.length, 5, rows.text);
    const source = `/organizations/${workspaceId}/source-connections/${body.data[0].attributes.sourceConnectionId}`;
    const runs = (await client.get(`${source}/sync-runs`)).body.data;
    assert.deepEqual(
      runs.map(({ attributes }: { attributes: { state: string } }) => attributes.state),
      ['succeeded'],
    );
    const log = await client.get(`${source}/sync-runs/${runs[0].id}/log-lines`);
    assert.ok(log.body.data.length > 0, log.text);
  });

  test('contains the sample shop', async () => {
    const { client, workspaceId } = await enter(open);
    const { body } = await client.get(`/organizations/${workspaceId}/tables`);
    const orders = body.data.find((table: Table) => table.attributes.tableName === 'orders');
    assert.ok(orders.attributes.rows > 10_000, orders.attributes.rows);
    const rows = await firstRows(client, workspaceId, body.data);
    assert.equal(rows.body.data.attributes.rows.length, 5, rows.text);
  });

  test("has tables from the start, can sync its sample again, and can't connect anything", async () => {
    const { client, workspaceId } = await enter(open);
    const base = `/organizations/${workspaceId}`;
    const tables = (await client.get(`${base}/tables`)).body.data as Table[];
    assert.equal(tables.length, 8);
    const source = `${base}/source-connections/${tables[0]!.attributes.sourceConnectionId}`;
    const { data } = (await client.get(source)).body;
    assert.equal(data.attributes.status, 'synced');
    assert.equal((await client.post(`${source}/sync-runs`, 'sync_runs')).status, 202);
    const runs = await settled(
      () => client.get(`${source}/sync-runs`),
      ({ body }) => body.data[0].attributes.endedAt !== null,
    );
    assert.deepEqual(
      runs.body.data.map(({ attributes: run }: { attributes: { number: number; state: string } }) => [
        run.number,
        run.state,
      ]),
      [
        [2, 'succeeded'],
        [1, 'succeeded'],
      ],
    );
    const attributes = { name: 'x', connector: 'postgres', configuration: {} };
    assert.equal(
      (await client.post(`${base}/source-connections`, 'source_connections', attributes)).status,
      403,
    );
    const check = { connector: 'postgres', configuration: {} };
    assert.equal((await client.post(`${base}/connection-checks`, 'connection_checks', check)).status, 403);
    assert.equal((await client.post(`${source}/discoveries`, 'discoveries')).status, 403);
  });

  test('continues for a visitor who is already in it, with a new session', async () => {
    const first = await enter(open);
    const again = await begin(first.client);
    assert.equal(again.status, 201, again.text);
    const { id, attributes } = again.body.data;
    assert.notEqual(id, first.sessionId);
    assert.equal(attributes.email, first.session.email);
    assert.equal(attributes.demoEndsAt, first.session.demoEndsAt);
    assert.deepEqual(await open.sql('select id from sessions where id = $1', [first.sessionId]), []);
  });

  test('shows no one else’s workspace', async () => {
    const [one, other] = [await enter(open), await enter(open)];
    assert.notEqual(one.workspaceId, other.workspaceId);
    assert.equal((await one.client.get(`/organizations/${other.workspaceId}/tables`)).status, 404);
  });

  test('records who entered, and with which code', async () => {
    const { id, code } = await makeCode(open);
    const { workspaceId } = await enter(open, code);
    const events = await open.sql(
      `select action, subject_id, address from audit_events
       where actor_id = (select created_by from organizations where id = $1) order by at, action`,
      [workspaceId],
    );
    assert.deepEqual(events.map(({ action }) => action).sort(), [
      'demo.begin',
      'report.create',
      'report.create',
      'session.begin',
      'source_connection.create',
      'workspace.create',
    ]);
    assert.equal(events.find(({ action }) => action === 'demo.begin')!.subject_id, id);
    assert.ok(events.every(({ address }) => address === '127.0.0.1'));
  });
});

interface Table {
  attributes: { tableName: string; rows: number | null; sourceConnectionId: string; freshAsOf: string };
}
const firstRows = (client: Client, workspaceId: string, tables: readonly Table[]) => {
  const { sourceConnectionId } = tables[0]!.attributes;
  const path = `/organizations/${workspaceId}/source-connections/${sourceConnectionId}`;
  return client.get(`${path}/tables/orders/rows?page[size]=5`);
};
async function files(workspaceId: string) {
  const folder = join(open.dataDirectory, 'ws', workspaceId);
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith('.duckdb'))
      // It may be deleted in the meantime.
      .map((name) => stat(join(folder, name)).catch(() => null)),
  );
  return found.filter((each) => each !== null);
}
const isReadable = ({ attributes }: Table) => attributes.rows !== null;

describe('a code', () => {
  test('is required if the demo is not open to everyone', async () => {
    await refused(byCode, '');
    await refused(byCode, 'made up');
    await enter(byCode, (await makeCode(byCode)).code);
  });

  test('that is wrong is refused even if the demo is open', () => refused(open, 'made up'));

  test('admits only as many visitors as allowed, even if they arrive at once', async () => {
    const { id, code } = await makeCode(byCode, 2);
    const responses = await Promise.all([1, 2, 3, 4].map(() => begin(byCode.visitor(), code)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 201, 422, 422]);
    const listed = (await inStore(byCode, listDemoCodes)).find((each) => each.id === id);
    assert.deepEqual([listed?.uses, listed?.maxUses, listed?.isLive], [2, 2, false]);
  });

  test('is not used up by a visitor who is already in the demo', async () => {
    const { id, code } = await makeCode(byCode, 2);
    const { client } = await enter(byCode, code);
    assert.equal((await begin(client, code)).status, 201);
    const [row] = await byCode.sql('select uses from demo_codes where id = $1', [id]);
    assert.equal(row!.uses, 1);
  });

  test('is not used up by a demo that could not begin and leaves nothing behind', async () => {
    const { id, code } = await makeCode(byCode);
    const before = await byCode.rowCounts();
    await byCode.sql('alter table streams rename to streams_away');
    assert.equal((await begin(byCode.visitor(), code)).status, 500);
    await byCode.sql('alter table streams_away rename to streams');
    const { audit_events: _, ...after } = await byCode.rowCounts();
    assert.deepEqual(after, Object.fromEntries(Object.entries(before).filter(([name]) => name in after)));
    const [row] = await byCode.sql('select uses from demo_codes where id = $1', [id]);
    assert.equal(row!.uses, 0);
    await enter(byCode, code);
  });

  test('ends with its time, or when it is revoked', async () => {
    const [late, revoked] = [await makeCode(byCode), await makeCode(byCode)];
    await byCode.sql(`update demo_codes set expires_at = now() where id = $1`, [late.id]);
    assert.equal(await inStore(byCode, (db) => revokeDemoCode(db, revoked.id)), true);
    await refused(byCode, late.code);
    await refused(byCode, revoked.code);
    assert.equal(await inStore(byCode, (db) => revokeDemoCode(db, 'dem_absent')), false);
  });

  test('is stored as a hash', async () => {
    const { code } = await makeCode(byCode);
    const rows = await byCode.sql('select demo_codes::text as row from demo_codes');
    assert.ok(!JSON.stringify(rows).includes(code));
  });
});

test('there is no demo if it is off', async () => {
  const api = await TestApi.open({ environment: { DEMO: 'off' } });
  assert.equal((await begin(api.visitor())).status, 404);
  await api.close();
});

test('one IP address can try twenty times an hour', async () => {
  const api = await TestApi.open({ environment: { DEMO: 'codes', RATE_LIMIT_FACTOR: '1' } });
  for (let attempt = 0; attempt < 20; attempt += 1) await refused(api, 'guessed');
  const response = await begin(api.visitor(), 'guessed');
  assert.equal(response.status, 429);
  assert.ok(Number(response.headers['retry-after']) > 3500);
  await api.close();
});

describe('the end', () => {
  test('deletes account, workspace, and files, and nothing else', async () => {
    const [over, live] = [await enter(open), await enter(open)];
    const lasting = await open.workspace();
    const folder = (id: string) => join(open.dataDirectory, 'ws', id);
    const hasFiles = async ({ workspaceId }: typeof over) => existsSync(folder(workspaceId));
    for (const demo of [over, live])
      await settled(
        () => hasFiles(demo),
        (isThere) => isThere,
      );
    // However that may happen, a workspace that was not created for the demo is not deleted with it.
    await open.sql(
      `insert into memberships (workspace_id, user_id, role) select $1, id, 'reader' from users where email = $2`,
      [lasting.id, over.session.email],
    );
    await open.sql(`update users set demo_ends_at = now() where email = $1`, [over.session.email]);
    await inStore(open, (db) => open.services.jobs.enqueue(db, 'end-demos', {}));
    await settled(
      () => open.sql('select from users where email = $1', [over.session.email]),
      (found) => found.length === 0,
    );
    assert.equal((await over.client.get('/sessions')).body.data, null);
    const left = await open.sql('select id from organizations where id = any($1)', [
      [over.workspaceId, live.workspaceId, lasting.id],
    ]);
    assert.deepEqual(left.map(({ id }) => id).sort(), [live.workspaceId, lasting.id].sort());
    await settled(
      () => hasFiles(over),
      (isThere) => !isThere,
    );
    assert.ok(await hasFiles(live));
    assert.equal((await live.client.get(`/organizations/${live.workspaceId}/tables`)).status, 200);
  });

  test('happens automatically', async () => {
    const [schedule] = await open.sql(`select cron from pgboss.schedule where name = 'end-demos'`);
    assert.equal(schedule!.cron, '*/5 * * * *');
  });
});
