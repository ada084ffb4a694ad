import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, describe, test } from 'node:test';
import type { DestinationSyncMode, Masks, RowFilter, RunAttempt, SyncMode } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer('autovacuum=off')]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;
await server.run('alter default privileges grant select on tables to reader');

interface Settings {
  sync_mode?: SyncMode;
  destination_sync_mode?: DestinationSyncMode;
  cursor_column?: string;
  key_columns?: string[];
  masks?: Masks;
  row_filter?: RowFilter;
}

const MIRROR = {
  sync_mode: 'incremental',
  destination_sync_mode: 'append_dedup',
  cursor_column: 'at',
} as const;

/** Stores what people chose for the selected streams of a connection. */
async function choose(source: string, settings: Settings): Promise<void> {
  const { sync_mode, destination_sync_mode, cursor_column, key_columns, masks, row_filter } = settings;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await api.sql(
    `update stream_settings set
       sync_mode = coalesce($2, sync_mode), destination_sync_mode = coalesce($3, destination_sync_mode),
       cursor_column = coalesce($4, cursor_column), key_columns = coalesce($5, key_columns),
       masks = coalesce($6, masks), row_filter = coalesce($7, row_filter)
     where source_connection_id = $1 and selected`,
    [
      idOf(source),
      sync_mode,
      destination_sync_mode,
      cursor_column,
      json(key_columns),
      json(masks),
      json(row_filter),
    ],
  );
}

const idOf = (source: string) => source.split('/').at(-1)!;

/** Creates a table at the source with these rows, and a connection that reads only this table. */
async function connected(table: string, rows: string, settings: Settings): Promise<string> {
  await server.run(`
    create table ${table} (id int primary key, at timestamptz not null, note text);
    insert into ${table} values ${rows}`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, table);
  await choose(source, settings);
  return source;
}

async function synced(source: string): Promise<void> {
  const run = await journey.sync(source);
  assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
}

/** What is stored about the last run's only table, and about the table's current version. */
async function facts(source: string) {
  const [run] = await api.sql(
    `select mode, rows_read::int, rows_loaded::int, rows_deduplicated::int, rows_filtered::int, rows_rejected::int
     from sync_run_streams join sync_runs on sync_runs.id = run_id
     where source_connection_id = $1 order by number desc limit 1`,
    [idOf(source)],
  );
  const [version] = await api.sql(
    `select version, generation, rows::int, state, checked_at is not null as checked
     from tables join table_versions on table_id = id and version = current_version
     where source_connection_id = $1`,
    [idOf(source)],
  );
  return { run: run!, version: version! };
}

const sorted = (rows: (string | null)[][]) =>
  rows.toSorted((one, other) => Number(one[0]) - Number(other[0]));

describe('an incremental run with a key', () => {
  test('brings the table up to date with what changed, and the next one continues from there', async () => {
    const source = await connected('orders', `(1, '2026-01-01Z', 'a'), (2, '2026-01-02Z', 'b')`, MIRROR);
    await api.sql('update streams set estimated_rows = 2 where source_connection_id = $1', [idOf(source)]);
    await synced(source);
    await server.run(`
      update orders set note = 'changed', at = '2026-01-03Z' where id = 1;
      insert into orders values (3, '2026-01-02 23:55Z', 'late'), (4, '2026-01-04Z', 'new')`);
    await synced(source);
    assert.deepEqual(
      sorted(await journey.rows(source, 'orders')).map(([id, , note]) => [id, note]),
      [
        ['1', 'changed'],
        ['2', 'b'],
        ['3', 'late'],
        ['4', 'new'],
      ],
    );
    const { run, version } = await facts(source);
    assert.deepEqual(run, {
      mode: 'incremental_append_dedup',
      rows_read: 4,
      rows_loaded: 3,
      rows_deduplicated: 1,
      rows_filtered: 0,
      rows_rejected: 0,
    });
    assert.deepEqual([version.version, version.generation, version.rows], [2, 1, 4]);
    assert.equal(version.state.value, '2026-01-04 00:00:00+00');
    const estimates = await api.sql(
      `select estimated_rows::int as rows from sync_run_streams join sync_runs on sync_runs.id = run_id
       where source_connection_id = $1 order by number`,
      [idOf(source)],
    );
    // How many rows are new isn't known before they are read.
    assert.deepEqual(
      estimates.map(({ rows }) => rows),
      [2, null],
    );
  });

  test('writes no version if nothing changed, but the table is as fresh as the run', async () => {
    const source = await connected('quiet', `(1, '2026-01-01Z', 'a')`, MIRROR);
    await synced(source);
    const before = await journey.attributesOf(`${source}/tables/quiet`);
    await synced(source);
    const { run, version } = await facts(source);
    assert.deepEqual(
      [version.version, version.checked, run.rows_read, run.rows_deduplicated],
      [1, true, 1, 1],
    );
    const after = await journey.attributesOf(`${source}/tables/quiet`);
    assert.ok(after.freshAsOf > before.freshAsOf);
    assert.ok((await journey.attributesOf(source)).freshAsOf > before.freshAsOf);
  });

  test('continues from the version that someone went back to', async () => {
    const source = await connected('restored', `(1, '2026-01-01Z', 'a')`, MIRROR);
    await synced(source);
    await server.run(`insert into restored values (2, '2026-02-01Z', 'b')`);
    await synced(source);
    await api.sql('update tables set current_version = 1 where source_connection_id = $1', [idOf(source)]);
    await server.run(`insert into restored values (3, '2026-03-01Z', 'c')`);
    await synced(source);
    assert.deepEqual(
      sorted(await journey.rows(source, 'restored')).map(([id]) => id),
      ['1', '2', '3'],
    );
    assert.equal((await facts(source)).version.version, 3);
  });

  test('is loaded again if someone goes back to another version while it is loaded', async () => {
    const source = await connected('moved', `(1, '2026-01-01Z', 'a')`, MIRROR);
    await synced(source);
    await server.run(`insert into moved values (2, '2026-02-01Z', 'b')`);
    await synced(source);
    await server.run(`insert into moved values (3, '2026-03-01Z', 'c')`);
    // While the lock is held, the run can't read the table, and its plan is made.
    const release = await server.hold('lock table moved in access exclusive mode');
    const run = await journey.begin(source);
    await settled(
      () => client.get(run),
      ({ body }) => body.data.attributes.state === 'running',
    );
    await settled(
      () =>
        server.rows<{ waits: boolean }>(`select exists (select from pg_locks where not granted) as waits`),
      ([row]) => row!.waits,
    );
    await api.sql('update tables set current_version = 1 where source_connection_id = $1', [idOf(source)]);
    await release();
    const { attempts } = await journey.runIn(run, 'succeeded');
    assert.deepEqual(
      attempts.map(({ outcome, failure }: RunAttempt) => [outcome, failure?.code]),
      [
        ['succeeded', undefined],
        ['incomplete', 'base_replaced'],
      ],
    );
    assert.deepEqual(
      sorted(await journey.rows(source, 'moved')).map(([id]) => id),
      ['1', '2', '3'],
    );
  });

  test('that is to read from the start ignores the state', async () => {
    const source = await connected('again', `(1, '2026-01-01Z', 'a'), (2, '2026-02-01Z', 'b')`, MIRROR);
    await synced(source);
    await server.run(`delete from again where id = 1; update again set note = 'unnoticed' where id = 2`);
    const started = await client.post(`${source}/sync-runs`, 'sync_runs', { refresh: true });
    const run = `${source}/sync-runs/${started.body.data.id}`;
    await journey.runIn(run, 'succeeded');
    assert.deepEqual(
      (await journey.rows(source, 'again')).map(([id, , note]) => [id, note]),
      [['2', 'unnoticed']],
    );
    assert.equal((await facts(source)).version.generation, 2);
  });
});

test('a table is loaded from scratch if people choose another mode, filter, mask, or key', async () => {
  const source = await connected('chosen', `(1, '2026-01-01Z', 'a'), (2, '2026-02-01Z', 'b')`, MIRROR);
  const changes: Settings[] = [
    { row_filter: [{ column: 'note', operator: 'equals', values: ['b'] }] },
    { masks: { note: 'null' } },
    { key_columns: ['id', 'at'] },
    { destination_sync_mode: 'append' },
  ];
  await synced(source);
  for (const [index, change] of changes.entries()) {
    await choose(source, change);
    await synced(source);
    assert.equal((await facts(source)).version.generation, index + 2, JSON.stringify(change));
    await synced(source);
    assert.equal((await facts(source)).version.generation, index + 2, 'and then no more');
  }
  assert.deepEqual(
    (await journey.rows(source, 'chosen')).map(([id, , note]) => [id, note]),
    [['2', null]],
  );
});

describe('a source that could hide rows from the next run', () => {
  test('pauses the connection, and the table keeps its version', async () => {
    const source = await connected('rewound', `(1, '2026-01-01Z', 'a'), (2, '2026-02-01Z', 'b')`, MIRROR);
    await synced(source);
    await server.run('delete from rewound where id = 2');
    const run = await journey.sync(source);
    assert.deepEqual([run.state, run.failure.code], ['failed', 'cursor_went_back']);
    const { lifecycle, pause } = await journey.attributesOf(source);
    assert.deepEqual([lifecycle, pause.code, pause.by], ['paused', 'rows_could_be_missed', null]);
    assert.equal((await journey.rows(source, 'rewound')).length, 2);
  });

  test('pauses it if the cursor is gone', async () => {
    const source = await connected('cursorless', `(1, '2026-01-01Z', 'a')`, MIRROR);
    await synced(source);
    await server.run('alter table cursorless drop at');
    assert.equal((await journey.sync(source)).failure.code, 'cursor_missing');
    assert.equal((await journey.attributesOf(source)).lifecycle, 'paused');
  });
});

describe('rows that are found by the transactions that wrote them', () => {
  const VERSIONS = { ...MIRROR, cursor_column: 'xmin' };
  const notes = async (source: string, table: string) =>
    (await journey.rows(source, table)).map(([id, , note]) => `${id} ${note}`).sort();
  const stateOf = async (source: string) => (await facts(source)).version.state as { xid: string };

  test('are read again from the start if the table was emptied, and the log says so', async () => {
    const source = await connected('versioned', `(1, '2026-01-01Z', 'a'), (2, '2026-01-01Z', 'b')`, VERSIONS);
    await synced(source);
    await server.run(`
      update versioned set note = 'changed' where id = 1;
      insert into versioned values (3, '2020-01-01Z', 'new')`);
    await synced(source);
    assert.deepEqual(await notes(source, 'versioned'), ['1 changed', '2 b', '3 new']);
    assert.deepEqual((await facts(source)).run.rows_read, 2);
    const { version } = (await facts(source)).version;
    await synced(source);
    assert.equal((await facts(source)).version.version, version, 'no change, no version');
    await server.run(`truncate versioned; insert into versioned values (3, '2020-01-01Z', 'only')`);
    const run = await journey.begin(source);
    await journey.runIn(run, 'succeeded');
    assert.deepEqual(await notes(source, 'versioned'), ['3 only'], 'rows that are gone are gone here');
    const lines = (await client.get(`${run}/log-lines`)).body.data.map(
      ({ attributes }: { attributes: { code: string } }) => attributes.code,
    );
    assert.ok(lines.includes('versions_rewritten'), JSON.stringify(lines));
    await synced(source);
    assert.equal((await facts(source)).run.rows_read, 0);
  });

  test('end in a history when they are gone, if all have to be read', async () => {
    const source = await connected('remembered', `(1, '2026-01-01Z', 'a'), (2, '2026-01-01Z', 'b')`, {
      ...VERSIONS,
      destination_sync_mode: 'history',
    });
    await synced(source);
    await server.run(`truncate remembered; insert into remembered values (1, '2026-01-01Z', 'c')`);
    await synced(source);
    assert.deepEqual(
      (await journey.rows(source, 'remembered')).map((row) => [row[0], row[2], row.at(-1)]).sort(),
      [
        ['1', 'a', 'false'],
        ['1', 'c', 'true'],
        ['2', 'b', 'false'],
      ],
    );
  });

  test('are never added twice: the connection pauses if the source starts counting over', async () => {
    const source = await connected('appended', `(1, '2026-01-01Z', 'a')`, {
      ...VERSIONS,
      destination_sync_mode: 'append',
    });
    await synced(source);
    await server.run(`update appended set note = 'b' where id = 1`);
    await synced(source);
    assert.deepEqual(await notes(source, 'appended'), ['1 a', '1 b']);
    await api.sql(
      `update table_versions set state = jsonb_set(state, '{system}', '"1"')
       where table_id in (select id from tables where source_connection_id = $1)`,
      [idOf(source)],
    );
    assert.equal((await journey.sync(source)).failure.code, 'row_versions_lost');
    const { lifecycle, pause } = await journey.attributesOf(source);
    assert.deepEqual([lifecycle, pause.code], ['paused', 'rows_could_be_missed']);
    assert.deepEqual(await notes(source, 'appended'), ['1 a', '1 b']);
    assert.ok(BigInt((await stateOf(source)).xid) > 3n);
  });
});

test('appended rows are never lost or doubled, whatever the source has', async () => {
  await server.run('create table events (id int, at timestamptz, note text)');
  const insert = (...rows: string[]) => server.run(`insert into events values ${rows.join(', ')}`);
  await insert(`(1, '2026-01-01Z', 'a')`, `(1, '2026-01-01Z', 'a')`, `(2, null, 'n')`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, 'events');
  await choose(source, { ...MIRROR, destination_sync_mode: 'append' });
  await synced(source);
  await insert(
    `(1, '2026-01-01Z', 'a')`,
    `(3, '2026-01-01Z', 'tie')`,
    `(2, null, 'n')`,
    `(4, '2026-01-02Z', 'new')`,
  );
  await synced(source);
  await synced(source);
  assert.deepEqual(
    (await journey.rows(source, 'events')).map(([id]) => Number(id)).sort(),
    [1, 1, 1, 2, 2, 3, 4],
  );
});

test('a history tells when rows changed or went, and a snapshot when they were read', async () => {
  const source = await connected('people', `(1, '2026-01-01Z', 'a'), (2, '2026-01-01Z', 'b')`, {
    destination_sync_mode: 'history',
  });
  await synced(source);
  await server.run(`update people set note = 'c' where id = 1; delete from people where id = 2`);
  await synced(source);
  const history = await journey.rows(source, 'people');
  assert.deepEqual(
    history.map(([id, , note, from, to, current]) => [id, note, from === null, to === null, current]),
    [
      ['1', 'a', false, false, 'false'],
      ['2', 'b', false, false, 'false'],
      ['1', 'c', false, true, 'true'],
    ],
  );
  await choose(source, { destination_sync_mode: 'append' });
  await synced(source);
  await synced(source);
  const snapshots = await journey.rows(source, 'people');
  assert.equal(snapshots.length, 2);
  assert.notEqual(snapshots[0]!.at(-1), snapshots[1]!.at(-1));
});

test('files are merged by key as well, and their masked values never reach the table', async () => {
  const source = await journey.connectFiles({
    'mails.csv': 'id,mail\n1,ann@example.com\n2,bob@example.com\n2,\n',
  });
  await choose(source, {
    destination_sync_mode: 'append_dedup',
    key_columns: ['id'],
    masks: { mail: 'hash' },
  });
  await synced(source);
  const key = createHmac('sha256', api.services.keys.masks).update(workspace.id).digest();
  const hash = createHmac('sha256', key).update('ann@example.com').digest('hex');
  assert.deepEqual(await journey.rows(source, 'mails'), [
    ['1', hash],
    ['2', null],
  ]);
  assert.deepEqual((await facts(source)).run.rows_deduplicated, 1);
});

test('addresses that an earlier version stored with their length become those that the source shows, once', async () => {
  await server.run(`
    create table hosts (host text primary key, at timestamptz not null, note text);
    insert into hosts values ('::1/128', '2026-01-01Z', 'a'), ('10.0.0.1/32', '2026-01-01Z', 'b'), ('10.0.0.0/8', '2026-01-01Z', 'c')`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, 'hosts');
  await choose(source, MIRROR);
  await synced(source);
  // Read as text, they are what an earlier version made of them.
  await server.run(`
    alter table hosts alter host type inet using host::inet;
    update hosts set note = 'changed', at = '2026-01-02Z' where host = '::1'`);
  const respelled: unknown[] = [];
  for (const _ of [1, 2]) {
    const run = await journey.begin(source);
    await journey.runIn(run, 'succeeded');
    const { body } = await client.get(`${run}/log-lines`);
    respelled.push(
      ...body.data.flatMap(
        ({ attributes: { code, values } }: { attributes: { code: string; values: object } }) =>
          code === 'addresses_respelled' ? [values] : [],
      ),
    );
    const rows = (await journey.rows(source, 'hosts')).map(([host, , note]) => [host, note]);
    assert.deepEqual(rows.toSorted(), [
      ['10.0.0.0/8', 'c'],
      ['10.0.0.1', 'b'],
      ['::1', 'changed'],
    ]);
  }
  assert.deepEqual(respelled, [{ rows: 2 }]);
});
