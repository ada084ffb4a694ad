import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
let boss: Client;

before(async () => {
  boss = await api.person({ isSuperuser: true });
  for (let number = 1; number <= 7; number += 1) await api.workspace(`Company ${number}`);
});

/** Walks a list to its end, and returns the IDs in order. */
async function walk(path: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const response = await boss.get(`${path}?page[size]=${size}${after && `&page[after]=${after}`}`);
    assert.equal(response.status, 200, response.text);
    ids.push(...response.body.data.map(({ id }: { id: string }) => id));
    after = response.body.links.next;
  }
  return ids;
}

describe('the list of organizations', () => {
  test('pages through all, newest first, none twice', async () => {
    const inOrder = await api.sql<{ id: string }>(
      'select id from organizations order by created_at desc, id desc',
    );
    for (const size of [1, 3, 7, 100]) {
      assert.deepEqual(
        await walk('/superuser/organizations', size),
        inOrder.map(({ id }) => id),
      );
    }
  });

  test('does so even if all were created at the same time', async () => {
    await api.sql(`update organizations set created_at = '2026-01-02 03:04:05.678901+00'`);
    const ids = await walk('/superuser/organizations', 2);
    assert.equal(new Set(ids).size, 7);
  });

  test('counts members', async () => {
    const { id, member } = await api.workspace('Counted');
    await member('reader');
    const { body } = await boss.get('/superuser/organizations?filter[q]=COUNTED');
    assert.equal(body.meta.total, 1);
    assert.equal(body.data[0].id, id);
    assert.equal(body.data[0].attributes.members, 2);
  });

  const lastActOf = async (id: string) => {
    const acts = await api.sql<{ at: Date }>(
      'select max(at) as at from audit_events where workspace_id = $1',
      [id],
    );
    return acts[0]!.at.toISOString();
  };

  test('shows connections, failing ones, rows of the current versions, and the latest activity', async () => {
    const { id } = await api.workspace('Busy one');
    await api.sql(`
      with connections as (
        insert into source_connections (workspace_id, id, name, connector, configuration, address, setup, schema_state, created_at)
        select '${id}', 'src_' || n, 'c', 'csv', '{}', '', 'connected', case n when 3 then 'discover_failed' else 'ready' end, '2026-01-01'
        from generate_series(1, 4) as n
      ), runs as (
        insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, created_at, ended_at)
        values
          ('${id}', 'run_1', 'src_1', 1, 'failed', 'manual', '2026-01-02', '2026-01-02'),
          ('${id}', 'run_2', 'src_1', 2, 'succeeded', 'manual', '2026-01-03', '2026-01-03 12:00Z'),
          ('${id}', 'run_3', 'src_2', 1, 'failed', 'manual', '2026-01-03', '2026-01-03 11:00Z')
      ), kept as (
        insert into tables (workspace_id, id, source_connection_id, table_name, current_version, stored_bytes)
        values ('${id}', 'tbl_1', 'src_1', 'orders', 2, 80), ('${id}', 'tbl_2', 'src_1', 'unread', null, 0)
      ), sent as (
        insert into uploads (workspace_id, id, file_name, bytes, sha256) values ('${id}', 'upl_1', 'a.csv', 5, '00')
      )
      insert into table_versions (workspace_id, table_id, version, run_id, rows, bytes, columns, primary_key)
      values ('${id}', 'tbl_1', 1, 'run_1', 10, 10, '[]', '[]'), ('${id}', 'tbl_1', 2, 'run_2', 5000000000, 70, '[]', '[]')`);
    const { body } = await boss.get('/superuser/organizations?page[size]=2');
    const [busy, other] = body.data.map(({ attributes }: { attributes: object }) => attributes);
    assert.deepEqual(busy, {
      ...busy,
      connections: 4,
      failingConnections: 2,
      rows: 5_000_000_000,
      // All that the workspace's own page says that it stores, older versions and uploads too.
      bytes: 85,
      // Somebody has created it since the last run.
      lastActivityAt: await lastActOf(id),
    });
    assert.deepEqual([other.connections, other.rows], [0, 0]);
    await api.sql(`update sync_runs set ended_at = '2100-01-03 12:00Z' where id = 'run_2'`);
    const later = await boss.get('/superuser/organizations?page[size]=1');
    assert.equal(later.body.data[0].attributes.lastActivityAt, '2100-01-03T12:00:00.000Z');
  });

  test('searches for what was typed, wildcards included', async () => {
    assert.equal((await boss.get('/superuser/organizations?filter[q]=company')).body.meta.total, 7);
    assert.equal((await boss.get('/superuser/organizations?filter[q]=comp_ny')).body.meta.total, 0);
    assert.equal((await boss.get('/superuser/organizations?filter[q]=%25')).body.meta.total, 0);
    assert.equal((await boss.get(`/superuser/organizations?filter[q]=%27%20or%201%3D1`)).body.meta.total, 0);
  });
});

describe('the list of users', () => {
  test('pages through all', async () => {
    const inOrder = await api.sql<{ id: string }>('select id from users order by created_at desc, id desc');
    assert.deepEqual(
      await walk('/superuser/users', 3),
      inOrder.map(({ id }) => id),
    );
  });

  test('shows sessions and workspaces, and no hash', async () => {
    const { admin, id } = await api.workspace('Their own');
    await api.signIn(admin);
    const { body, text } = await boss.get(`/superuser/users?filter[q]=${encodeURIComponent(admin.email)}`);
    const [user] = body.data;
    assert.equal(user.attributes.sessions, 2);
    assert.deepEqual(user.attributes.organizations, [
      { organizationId: id, name: 'Their own', role: 'admin' },
    ]);
    assert.ok(!text.includes('none') && !text.includes('hash'), text);
  });

  test('refuses a cursor that was made by hand', async () => {
    for (const values of [
      ['x', 'y'],
      ['2026-99-99 00:00:00+00', 'y'],
      ['2026-02-30 00:00:00+00', 'y'],
      ['0000-01-01 00:00:00+00', 'y'],
      ['2026-01-01 00:00:00+99', 'y'],
      [1, 2],
      ['2026-01-01 00:00:00+00'],
      ["2026-01-01'--", 'y'],
      null,
    ]) {
      const cursor = Buffer.from(JSON.stringify(values)).toString('base64url');
      const response = await boss.get(`/superuser/users?page[after]=${cursor}`);
      assert.equal(response.status, 422, JSON.stringify(values));
    }
  });
});

test('neither list contains or counts the demo', async () => {
  const { admin } = await api.workspace('Passing visit');
  await api.sql('update users set demo_ends_at = now() where id = $1', [admin.userId]);
  for (const [path, search] of [
    ['organizations', 'Passing visit'],
    ['users', admin.email],
  ] as const) {
    const { body } = await boss.get(`/superuser/${path}?filter[q]=${encodeURIComponent(search)}`);
    assert.deepEqual([body.data, body.meta.total], [[], 0]);
    const all = await boss.get(`/superuser/${path}?page[size]=100`);
    assert.equal(all.body.meta.total, all.body.data.length);
    assert.ok(!all.text.includes(admin.userId));
  }
});
