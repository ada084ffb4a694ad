import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { bodies, queries, type World } from '../../../../test-support/authorization-fixtures.ts';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { syncProcesses } from '../../../../test-support/sync-processes.ts';
import { checkStoredBytes } from '../../../../test-support/stored-bytes.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import { asAdministrator } from '../../../../test-support/test-store.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { newId } from '../../../platform/database/ids.ts';
import { modules } from '../../../modules.ts';
import { scheduleWith } from '../schedules/testing/schedules.ts';
import { expireAndVerifyVersions } from '../../tables/tables/versions/expire-and-verify-versions.ts';
import { placeInLine, takeDueRun } from './leases.ts';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
afterEach(() => checkStoredBytes(api));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

await server.run(`
  create table orders (id int primary key, email text);
  insert into orders select i, 'user' || i from generate_series(1, 200) i;
  create table items as select * from generate_series(1, 200) id;
  create view slow as select i, pg_sleep(0.02)::text as slept from generate_series(1, 3000) as i;
  grant select on orders, items, slow to reader`);

const idOf = (path: string) => path.split('/').at(-1)!;
const keep = (source: string) => client.delete(`${source}?data=keep`);
const foldersOf = (source: string) => join(api.dataDirectory, 'ws', workspace.id, idOf(source));
const attributesIn = ({ body }: { body: { data: { attributes: Record<string, unknown> }[] } }) =>
  body.data.map(({ attributes }) => attributes);

/** A database connection with these tables, synced once. */
async function synced(...tables: string[]): Promise<string> {
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, ...tables);
  assert.equal((await journey.sync(source)).state, 'succeeded');
  return source;
}

async function change(path: string, type: string, attributes: object, version?: number): Promise<void> {
  const { version: current } = await journey.attributesOf(path);
  const headers = { 'if-match': String(version ?? current) };
  const saved = await client.patch(path, type, attributes, headers);
  assert.equal(saved.status, 200, saved.text);
}

/** Returns where a text is found among all rows of the database, except for the audit. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await api.sql<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'audit_events'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await api.sql(`select from ${name} where strpos(${name}::text, $1) > 0 limit 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Creates a connection that others could recognize in many places, and one that follows it. */
async function eventful(canary: string): Promise<{ source: string; follower: string }> {
  const source = await synced('items', 'orders');
  const follower = await journey.connect('postgres', configurationFor(server.port));
  const schedule = `${source}/schedule`;
  const interval = { minutes: 60 as const, startingAt: '00:00' };
  await change(schedule, 'schedules', scheduleWith({ kind: 'interval', interval }));
  const after = { sourceConnectionId: idOf(source), when: 'succeeded' as const, waitMinutes: 0 };
  await change(`${follower}/schedule`, 'schedules', scheduleWith({ kind: 'after', after }));
  await api.sql(
    `insert into schema_changes (workspace_id, id, source_connection_id, stream_key, table_name, diff, breaking, impact, state)
     values ($1, $2, $3, 'orders', 'orders', '{}', false, '[]', 'pending')`,
    [workspace.id, newId('sch'), idOf(source)],
  );
  const said = JSON.stringify({ message: canary });
  await api.sql(
    `update source_connections set configuration = $2, address = $2::jsonb ->> 'message', setup_failure = $2 where id = $1`,
    [idOf(source), said],
  );
  await api.sql(`update sync_runs set failure = $2 where source_connection_id = $1`, [idOf(source), said]);
  await api.sql(
    `update sync_attempts set failure = $2 where run_id in (select id from sync_runs where source_connection_id = $1)`,
    [idOf(source), said],
  );
  return { source, follower };
}

describe('a connection that is deleted without its tables', () => {
  test('leaves them readable as they are, and nothing else of it', async () => {
    const { source, follower } = await eventful('canary.example');
    assert.ok((await tablesWith('canary.example')).length > 2);
    const rows = await journey.rows(source, 'orders');
    const before = attributesIn(await client.get(`${source}/tables/orders/versions`));
    const editor = await workspace.member('editor');
    assert.equal((await (await workspace.member('runner')).delete(`${source}?data=keep`)).status, 403);
    assert.equal((await editor.delete(`${source}?data=keep`)).status, 204);

    assert.deepEqual(await journey.rows(source, 'orders'), rows);
    assert.deepEqual(attributesIn(await client.get(`${source}/tables/orders/versions`)), before);
    const diff = await settled(
      () => client.get(`${source}/tables/orders/version-diffs?before=1&after=1`),
      ({ body }) => body.data?.attributes.diff !== null,
    );
    assert.equal(diff.status, 200, diff.text);
    const tables = attributesIn(await client.get(`${source}/tables`));
    const [user] = await api.sql<{ name: string }>(`select name from users where id = $1`, [editor.userId]);
    assert.deepEqual(
      tables.map(({ tableName, selection, connectionDeleted, stale, lateAt, can }) => ({
        tableName,
        selection,
        by: (connectionDeleted as { by: string }).by,
        stale,
        lateAt,
        can,
      })),
      ['items', 'orders'].map((tableName) => ({
        tableName,
        selection: 'connection_deleted',
        by: user?.name,
        stale: false,
        lateAt: null,
        can: { delete: true, restore: false, describe: true },
      })),
    );

    const listed = await client.get(`${journey.base}/source-connections`);
    assert.ok(!listed.text.includes(idOf(source)));
    assert.equal(listed.body.meta.total, listed.body.data.length);
    assert.deepEqual(await tablesWith('canary.example'), []);
    const { after } = await journey.attributesOf(`${follower}/schedule`);
    assert.equal(after.sourceConnectionId, null);
    for (const table of ['connection_secrets', 'connection_schedules', 'streams', 'schema_changes'])
      assert.deepEqual(
        await api.sql(`select from ${table} where source_connection_id = $1`, [idOf(source)]),
        [],
        table,
      );
    const runs = await api.sql<{ number: number; failure: object | null }>(
      `select number, failure from sync_runs where source_connection_id = $1 order by number`,
      [idOf(source)],
    );
    assert.ok(runs.length > 0 && runs.every(({ failure }) => failure === null), JSON.stringify(runs));
    assert.equal((await client.delete(follower)).status, 204);
  });

  test('can be neither looked up nor changed, by any route', async () => {
    const source = await synced('orders');
    const run = await journey.begin(source);
    await journey.runIn(run, 'succeeded');
    const described = await client.patch(
      `${source}/tables/orders/description`,
      'table_descriptions',
      { tags: ['kept'] },
      { 'if-match': '0' },
    );
    assert.equal(described.status, 200);
    assert.equal((await keep(source)).status, 204);
    const values: Record<string, string> = {
      organizationId: workspace.id,
      sourceConnectionId: idOf(source),
      tableName: 'orders',
      runId: idOf(run),
    };
    const ofConnections = modules
      .flatMap(({ routes }) => routes)
      .filter(({ path }) => path.includes('/:sourceConnectionId'));
    assert.ok(ofConnections.length > 30);
    const found: string[] = [];
    for (const route of ofConnections.filter(({ method }) => method !== 'DELETE')) {
      const key = `${route.method} ${route.path}`;
      const { status, text } = await client.send({
        method: route.method,
        path: route.path.replace(/:(\w+)/g, (_, name: string) => values[name]!) + (queries[key] ?? ''),
        payload: bodies[key]?.({} as World) ?? (route.method === 'GET' ? undefined : {}),
        headers: { 'if-match': '1' },
      });
      if (status < 400) found.push(key.split('/:sourceConnectionId/')[1]!);
      else
        assert.ok(
          status === 404 || (status === 409 && text.includes('connection_deleted')),
          `${key}: ${text}`,
        );
    }
    assert.deepEqual(found.sort(), [
      'stored-data',
      'tables',
      'tables/:tableName',
      'tables/:tableName/column-profile',
      'tables/:tableName/column-values',
      'tables/:tableName/description',
      'tables/:tableName/lineage',
      'tables/:tableName/profile',
      'tables/:tableName/profiles',
      'tables/:tableName/query-results',
      'tables/:tableName/row-counts',
      'tables/:tableName/row-exports',
      'tables/:tableName/row-sql',
      'tables/:tableName/rows',
      'tables/:tableName/rows.arrow',
      'tables/:tableName/rows.csv',
      'tables/:tableName/rows.jsonl',
      'tables/:tableName/rows.parquet',
      'tables/:tableName/rows.xlsx',
      'tables/:tableName/version-diffs',
      'tables/:tableName/versions',
      'tables/:tableName/views',
      'tables/:tableName/views',
    ]);
    assert.equal((await keep(source)).status, 404);
    const stranger = await api.workspace();
    for (const path of [`${source}/tables`, `${source}/stored-data`, `${source}/tables/orders/rows`])
      assert.equal((await stranger.admin.get(path)).status, 404, path);
  });

  test('with versions that no one could read or choose, leaves only the others', async () => {
    const source = await synced('orders', 'items');
    await server.run(`update orders set email = email || '!'`);
    await journey.sync(source);
    await server.run('delete from items where id > 1');
    const limits = { versionsKept: 5, versionDays: 90 };
    await change(source, 'source_connections', limits);
    await journey.sync(source);
    await server.run('insert into items select generate_series(2, 200)');
    const settings = `${source}/catalog/streams/orders/settings`;
    const {
      version,
      suggestion: _,
      supportedSyncModes: __,
      cursorColumns: ___,
      ...chosen
    } = await journey.attributesOf(settings);
    await change(settings, 'stream_settings', { ...chosen, masks: { email: 'hash' } }, version);
    assert.deepEqual(
      await journey.attributesOf(`${source}/stored-data`).then(({ bytes: _bytes, ...rest }) => rest),
      {
        tables: 2,
        heldTables: 1,
        unmaskedTables: 1,
      },
    );
    await keep(source);
    const versions = async (table: string) =>
      attributesIn(await client.get(`${source}/tables/${table}/versions`)).map((each) => [
        each.version,
        each.state,
      ]);
    assert.deepEqual(await versions('orders'), [[3, 'current']]); // which no later sync can mask
    assert.deepEqual(await versions('items'), [
      [2, 'current'],
      [1, 'kept'],
    ]);
    await expireAndVerifyVersions(api.services, new AbortController().signal);
    assert.deepEqual(await versions('items'), [
      [2, 'current'],
      [1, 'kept'],
    ]);
    await settled(
      async () =>
        (await readdir(foldersOf(source), { recursive: true })).filter((name) => name.includes('.')),
      (files) => files.length === 3,
    );
    assert.equal((await journey.rows(source, 'items')).length, 100);
  });

  test('without any table that was loaded, leaves nothing', async () => {
    const source = await journey.connect('postgres', configurationFor(server.port));
    assert.equal((await keep(source)).status, 204);
    assert.deepEqual(await api.sql(`select from all_source_connections where id = $1`, [idOf(source)]), []);
  });

  test('leaves no uploaded file that no other connection uses', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n', 'm.csv': 'm\n1\n' });
    await journey.sync(source);
    const uploads = () => readdir(join(api.dataDirectory, 'ws', workspace.id, 'uploads'));
    const [own, shared] = (await journey.attributesOf(source)).configuration.files.map(
      ({ uploadId }: { uploadId: string }) => uploadId,
    );
    await journey.connect('csv', { files: [{ uploadId: shared }] });
    await keep(source);
    await settled(uploads, (names) => !names.includes(own));
    assert.ok((await uploads()).includes(shared));
    assert.deepEqual(await journey.rows(source, 'n'), [['1']]);
  });

  test('ends its run, whose worker stops and leaves no file', async () => {
    const source = await synced('orders');
    await journey.select(source, 'orders', 'slow');
    await journey.runIn(await journey.begin(source), 'running');
    await settled(
      async () => syncProcesses(),
      (found) => found.length > 0,
    );
    await settled(
      () => journey.attributesOf(`${source}/tables/orders`),
      ({ version }) => version === 2,
    );
    assert.equal((await keep(source)).status, 204);
    const runs = await api.sql<{ state: string }>(
      `select state from sync_runs where source_connection_id = $1 order by number`,
      [idOf(source)],
    );
    assert.deepEqual(
      runs.map(({ state }) => state),
      ['succeeded', 'canceled'],
    );
    await settled(
      async () => syncProcesses(),
      (found) => found.length === 0,
    );
    // Otherwise it may delete a file before it's published.
    await api.jobCompleted('clear-connection', { sourceConnectionId: idOf(source) });
    const { versions: store } = api.services;
    for (const token of [98, 99]) {
      const left = { workspaceId: workspace.id, connectionId: idOf(source), tableId: newId('tbl'), token };
      await writeFile(await store.stagePath(left), 'late');
      if (token === 99) await store.publish(left);
    }
    const gone = { workspaceId: workspace.id, sourceConnectionId: idOf(source), uploadIds: [] };
    await api.services.hooks.announce('onConnectionDeleted', gone);
    const { stages, versions } = await store.list(workspace.id, idOf(source));
    assert.deepEqual([stages.length, versions.length], [0, 2]);
    assert.equal((await journey.rows(source, 'orders')).length, 100);
  });

  for (const end of ['succeeds', 'is killed'])
    test(`while a commit ${end}, leaves a whole version`, async () => {
      const source = await synced('items');
      await server.run('insert into items values (201)');
      const held = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const holding = asAdministrator(api.connection, async (pg) => {
        await pg.query('begin');
        // A commit's last step, after its rows are written.
        await pg.query(`select pg_advisory_xact_lock(hashtextextended('quotas ' || $1, 0))`, [workspace.id]);
        held.resolve();
        await released.promise;
        await pg.query('commit');
      });
      await held.promise;
      const waiting = (count: number) =>
        settled(
          () =>
            api.sql<{ pid: number }>(
              `select pid from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock' order by query_start`,
            ),
          (found) => found.length === count,
        );
      await journey.begin(source);
      const [commit] = await waiting(1);
      const deletion = keep(source);
      await waiting(2);
      if (end === 'is killed') await api.sql('select pg_terminate_backend($1)', [commit!.pid]);
      released.resolve();
      await holding;
      assert.equal((await deletion).status, 204);
      const { rows, version } = await journey.attributesOf(`${source}/tables/items`);
      assert.deepEqual([rows, version], end === 'succeeds' ? [201, 2] : [200, 1]);
      assert.equal((await journey.rows(source, 'items')).length, 100);
      await server.run('delete from items where id = 201');
      await settled(
        () => api.services.versions.list(workspace.id, idOf(source)),
        ({ versions }) => versions.length === version,
      );
    });

  test('is never synced again', async () => {
    const source = await synced('orders');
    await keep(source);
    const run = newId('run');
    await api.sql(
      `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger)
       values ($1, $2, $3, 99, 'queued', 'manual')`,
      [workspace.id, run, idOf(source)],
    );
    assert.equal(await placeInLine(api.database, run), null);
    assert.equal(await takeDueRun(api.database, 2), null);
  });
});

describe('a kept table', () => {
  test('can be deleted, and with the last one, everything that was left', async () => {
    const source = await synced('orders', 'items');
    await keep(source);
    const reader = await workspace.member('reader');
    assert.equal((await reader.delete(`${source}/tables/orders`)).status, 403);
    assert.equal((await client.delete(`${source}/tables/orders`)).status, 204);
    assert.equal((await client.get(`${source}/tables`)).body.data.length, 1);
    assert.equal((await client.delete(`${source}/tables/items`)).status, 204);
    assert.equal((await client.get(`${source}/tables`)).status, 404);
    assert.deepEqual(await api.sql(`select from all_source_connections where id = $1`, [idOf(source)]), []);
    await settled(
      async () => existsSync(foldersOf(source)),
      (isThere) => !isThere,
    );
  });

  test('can be deleted together with the others', async () => {
    const source = await synced('orders', 'items');
    await keep(source);
    assert.equal((await client.delete(source)).status, 204);
    assert.equal((await client.get(`${source}/tables/orders/rows`)).status, 404);
    await settled(
      async () => existsSync(foldersOf(source)),
      (isThere) => !isThere,
    );
    const events = await api.sql<{ details: { tables: string } }>(
      `select details from audit_events where action = 'source_connection.delete' and subject_id = $1 order by at`,
      [idOf(source)],
    );
    assert.deepEqual(
      events.map(({ details }) => details.tables),
      ['kept', 'deleted'],
    );
  });
});
