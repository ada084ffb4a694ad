import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import type { RunAttempt } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { syncProcesses } from '../../../../test-support/sync-processes.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { FULL_REFRESH_OVERWRITE } from '@headwater/protocol/protocol';
import { LeaseLost } from '../../../platform/jobs/leased-work.ts';
import { commitVersion } from './commit.ts';
import { expireLeases } from './leases.ts';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

await server.run(`
  create table small (id int primary key, name text);
  insert into small values (1, 'one'), (2, 'two');
  -- Takes a minute to read, long enough for everything that happens in the meantime.
  create view slow as select i, repeat('x', 2000) as filler, pg_sleep(0.02)::text as slept from generate_series(1, 3000) as i;
  grant select on small, slow to reader`);
const source = await journey.connect('postgres', configurationFor(server.port));

/** Waits until the process reads, and returns its process ID. */
async function reading(run: string): Promise<number> {
  await journey.runIn(run, 'running');
  const pids = await settled(
    async () => syncProcesses(),
    (found) => found.length > 0,
  );
  return pids[0]!;
}

describe('a sync', { skip: process.platform !== 'linux' && 'reads /proc' }, () => {
  test('creates a version, and another one after the source has changed', async () => {
    await journey.select(source, 'small');
    assert.equal((await journey.sync(source)).state, 'succeeded');
    await server.run(`insert into small values (3, null)`);
    assert.equal((await journey.sync(source)).state, 'succeeded');
    assert.deepEqual(await journey.rows(source, 'small'), [
      ['1', 'one'],
      ['2', 'two'],
      ['3', null],
    ]);
    assert.equal((await journey.attributesOf(`${source}/tables/small`)).version, 2);
  });

  test('that is canceled stops, and existing tables stay', async () => {
    await journey.select(source, 'slow', 'small');
    const run = await journey.begin(source);
    await reading(run);
    assert.equal((await client.post(`${run}/cancellations`, 'sync_run_cancellations')).status, 202);
    await journey.runIn(run, 'canceled');
    await settled(
      async () => syncProcesses(),
      (found) => found.length === 0,
    );
    assert.equal((await client.get(`${source}/tables/slow/rows`)).status, 409);
    assert.equal((await journey.rows(source, 'small')).length, 3);
    assert.equal((await client.post(`${run}/cancellations`, 'sync_run_cancellations')).status, 409);
  });

  test('whose process is killed continues automatically, and leaves no incomplete table', async () => {
    await journey.select(source, 'slow');
    const run = await journey.begin(source);
    process.kill(await reading(run), 'SIGKILL');
    const attempt = await journey.runIn(run, 'incomplete');
    assert.equal(attempt.failure.code, 'process_lost');
    assert.notEqual(attempt.retryAt, null);
    await journey.select(source, 'small');
    // "Sync now" continues that run immediately instead of later.
    assert.equal(await journey.begin(source), run);
    await reading(run);
    await client.post(`${run}/cancellations`, 'sync_run_cancellations');
    await journey.runIn(run, 'canceled');
    const id = source.split('/').at(-1)!;
    await settled(
      () => api.services.versions.list(workspace.id, id),
      ({ stages }) => stages.length <= 1,
    );
    assert.equal((await journey.sync(source)).state, 'succeeded');
    assert.deepEqual((await api.services.versions.list(workspace.id, id)).stages, []);
  });

  test('whose process is lost with a table reads the others first when it continues', async () => {
    await server.run('create view all_slow as select * from slow; grant select on all_slow to reader');
    await journey.discover(source);
    await journey.select(source, 'all_slow', 'small');
    const run = await journey.begin(source);
    const hasTable = (wanted: string) =>
      settled(
        () => journey.attributesOf(run),
        ({ streams }) => streams.some(({ state }: { state: string }) => state === wanted),
      );
    await hasTable('running');
    process.kill(await reading(run), 'SIGKILL');
    await journey.runIn(run, 'incomplete');
    assert.equal(await journey.begin(source), run);
    const { streams } = await hasTable('complete');
    assert.equal(streams.find(({ state }: { state: string }) => state === 'complete').tableName, 'small');
    process.kill(await reading(run), 'SIGKILL');
    await journey.runIn(run, 'incomplete');
    // A table that is deselected while it waits for its next try isn't missing at the source.
    await journey.select(source, 'small');
    assert.equal(await journey.begin(source), run);
    const ended = await journey.runIn(run, 'succeeded');
    assert.deepEqual(
      [ended.failure, ended.streams.map((one: { tableName: string }) => one.tableName)],
      [null, ['small']],
    );
  });

  test('whose process runs out of memory with a table doesn’t read that one again, but the others', async () => {
    await journey.select(source, 'all_slow', 'small');
    const run = await journey.begin(source);
    await settled(
      () => journey.attributesOf(run),
      ({ streams }) => streams.some(({ state }: { state: string }) => state === 'running'),
    );
    // How Node.js and the engine end if the system gives them no more.
    process.kill(await reading(run), 'SIGABRT');
    await journey.runIn(run, 'incomplete');
    await api.sql(`update sync_runs set retry_at = now() where state = 'incomplete'`);
    api.services.syncWorker.wake();
    const { failure, streams } = await journey.runIn(run, 'partially_succeeded');
    assert.equal(failure.code, 'memory_limit_reached');
    const states = streams.map((stream: { tableName: string; state: string }) => [
      stream.tableName,
      stream.state,
    ]);
    assert.deepEqual(states.sort(), [
      ['all_slow', 'incomplete'],
      ['small', 'complete'],
    ]);
  });

  test('of a table that the source has lost fails with the cause, and the last good version stays, marked as stale', async () => {
    await server.run(
      `create table passing (a int); insert into passing values (1); grant select on passing to reader`,
    );
    await journey.discover(source);
    await journey.select(source, 'passing', 'small');
    assert.equal((await journey.sync(source)).state, 'succeeded');
    await server.run('drop table passing');
    const run = await journey.sync(source);
    assert.equal(run.state, 'partially_succeeded');
    assert.equal(run.failure.code, 'table_missing');
    assert.deepEqual(await journey.rows(source, 'passing'), [['1']]);
    assert.equal((await journey.attributesOf(`${source}/tables/passing`)).stale, true);
    assert.equal((await journey.attributesOf(`${source}/tables/small`)).stale, false);
  });
});

test('a worker whose lease was taken over commits nothing', async () => {
  const before = await journey.attributesOf(`${source}/tables/small`);
  const table = await client.get(`${source}/tables/small`);
  const id = source.split('/').at(-1)!;
  const runId = 'run_00000000000000000000000000';
  await api.sql(
    `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, lease_token, lease_until)
     values ($1, $2, $3, 99, 'running', 'manual', 900, now() + interval '1 hour')`,
    [workspace.id, runId, id],
  );
  const lease = { workspaceId: workspace.id, runId, sourceConnectionId: id, token: 899, attempt: 1 };
  const key = { workspaceId: workspace.id, connectionId: id, tableId: table.body.data.id, token: 899 };
  await writeFile(await api.services.versions.stagePath(key), 'a stage file');
  const counts = { rowsRead: 0, rowsLoaded: 0, rowsDeduplicated: 0, rowsFiltered: 0, rowsRejected: 0 };
  const file = { rows: 0, nullCounts: {}, bytes: 0, sha256: '00', columns: [] };
  const staged = { ...counts, state: null, file };
  const target = {
    stream: {
      ...FULL_REFRESH_OVERWRITE,
      namespace: null,
      name: 'small.csv',
      tableName: 'small',
      suggestedTableName: 'small',
      columns: [],
      primaryKey: [],
      estimatedRows: null,
      estimatedBytes: null,
      problem: null,
      source: {},
    },
    tableId: table.body.data.id as string,
    columnsBefore: [],
    read: null,
    keptColumns: [],
    expectsSchema: true,
    mayRefresh: true,
    base: null,
    generation: 1,
    loadedWith: { ...FULL_REFRESH_OVERWRITE, primaryKey: [] },
  };
  await assert.rejects(commitVersion(api.services, lease, target, staged), LeaseLost);
  assert.equal((await journey.attributesOf(`${source}/tables/small`)).version, before.version);
  await api.sql('delete from sync_runs where id = $1', [runId]);
});

test('a run whose product was killed continues with the next start, before its lease expires', async () => {
  await journey.select(source, 'small');
  const runId = 'run_00000000000000000000000001';
  const id = source.split('/').at(-1)!;
  await api.sql(
    `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, lease_token, lease_until)
     values ($1, $2, $3, 100, 'running', 'manual', 950, now() + interval '1 hour')`,
    [workspace.id, runId, id],
  );
  await api.sql(
    `insert into sync_run_streams (workspace_id, run_id, table_name, state, phase)
     values ($1, $2, 'small', 'running', 'reading')`,
    [workspace.id, runId],
  );
  await expireLeases(api.database);
  api.services.syncWorker.wake();
  await journey.runIn(`${source}/sync-runs/${runId}`, 'succeeded');
});

/** Creates a run whose worker is gone after these attempts. Returns its path. */
async function lostRun(number: number, attempts: Record<string, number | boolean>): Promise<string> {
  const id = source.split('/').at(-1)!;
  const runId = `run_${String(number).padStart(26, '0')}`;
  await api.sql(
    `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, attempt, lease_token, lease_until)
     values ($1, $2, $3, $4, 'running', 'manual', 5, 950, now())`,
    [workspace.id, runId, id, number],
  );
  for (const [column, value] of Object.entries(attempts))
    await api.sql(`update sync_runs set ${column} = $2 where id = $1`, [runId, value]);
  await api.sql(
    `insert into sync_run_streams (workspace_id, run_id, table_name, state, phase)
     values ($1, $2, 'small', 'running', 'reading')`,
    [workspace.id, runId],
  );
  await api.sql(`insert into sync_attempts (workspace_id, run_id, number) values ($1, $2, 5)`, [
    workspace.id,
    runId,
  ]);
  api.services.syncWorker.wake();
  return `${source}/sync-runs/${runId}`;
}

describe('a lost lease', () => {
  test('counts as an attempt: the fifth in a row without progress is the last', async () => {
    const run = await journey.runIn(
      await lostRun(201, { attempts_without_progress: 4, attempts_without_progress_in_a_row: 4 }),
      'failed',
    );
    assert.equal(run.failure.code, 'retries_exhausted');
    assert.deepEqual(run.failure.values, {
      attempts: 5,
      cause: 'Headwater was stopped while this was running.',
      causeCode: 'worker_lost',
    });
    assert.equal(run.streams[0].failure.code, 'worker_lost');
    assert.deepEqual(
      run.attempts.map(({ number, outcome }: RunAttempt) => [number, outcome]),
      [[5, 'failed']],
    );
    assert.equal((await journey.attributesOf(`${source}/tables/small`)).stale, true);
  });

  test('does not stop a run whose attempt had completed tables', async () => {
    const run = await lostRun(202, {
      attempts_without_progress: 4,
      attempts_without_progress_in_a_row: 4,
      progressed: true,
    });
    const { state, attempts } = await journey.runIn(run, 'succeeded', 'failed');
    assert.equal(state, 'succeeded');
    assert.deepEqual(
      attempts.map(({ number, outcome }: RunAttempt) => [number, outcome]),
      [
        [6, 'succeeded'],
        [5, 'lost'],
      ],
    );
  });
});

/** Runs `work` while the store refuses updates that match the condition. */
async function storeRefuses(condition: string, work: () => Promise<void>): Promise<void> {
  await api.sql(`
    create sequence refusals;
    grant usage on refusals to public;
    create function refuse() returns trigger language plpgsql as $$
      begin
        if ${condition} then raise exception 'refused' using errcode = '57P01'; end if;
        return new;
      end $$;
    create trigger refuse before update on sync_run_streams for each row execute function refuse()`);
  try {
    await work();
  } finally {
    await api.sql('drop function refuse cascade; drop sequence refusals');
  }
}

describe('a store that fails for a short time', () => {
  test('loses progress updates, but not the read', async () => {
    await journey.select(source, 'small');
    await storeRefuses(`new.phase in ('reading', 'loading', 'checking')`, async () => {
      const run = await journey.sync(source);
      assert.deepEqual([run.state, run.attempt], ['succeeded', 1]);
    });
  });

  test('delays a commit, which happens only once', async () => {
    const { version } = await journey.attributesOf(`${source}/tables/small`);
    await storeRefuses(`new.state = 'complete' and nextval('refusals') < 3`, async () => {
      const run = await journey.sync(source);
      assert.deepEqual([run.state, run.attempt], ['succeeded', 1]);
    });
    assert.equal((await journey.attributesOf(`${source}/tables/small`)).version, version + 1);
  });
});

test(
  'a run is stopped after its time limit and not retried',
  { skip: process.platform !== 'linux' },
  async () => {
    await journey.select(source, 'slow');
    const run = await journey.begin(source);
    await reading(run);
    await api.sql(`update sync_runs set deadline = now() where state = 'running'`);
    const { failure, retryAt } = await journey.runIn(run, 'failed');
    assert.deepEqual([failure.code, failure.values, retryAt], ['run_too_long', { hours: 24 }, null]);
    assert.deepEqual(syncProcesses(), []);
  },
);

test(
  'a worker that has lost its lease overwrites nothing',
  { skip: process.platform !== 'linux' },
  async () => {
    const run = await journey.begin(source);
    await reading(run);
    const id = run.split('/').at(-1)!;
    await api.sql(
      `with taken as (update sync_runs set lease_token = lease_token + 1 where id = $1)
     update sync_run_streams set state = 'complete', phase = 'done', rows_read = 7 where run_id = $1`,
      [id],
    );
    await settled(
      async () => syncProcesses(),
      (found) => found.length === 0,
    );
    const streams = await api.sql('select state, rows_read from sync_run_streams where run_id = $1', [id]);
    assert.deepEqual(
      streams.map(({ state, rows_read }) => [state, Number(rows_read)]),
      [['complete', 7]],
    );
    await api.sql(`update sync_runs set state = 'canceled', ended_at = now() where id = $1`, [id]);
  },
);

test('a table whose failure only people can fix is not read again until someone requests it', async () => {
  await server.run('create table hidden (a int); grant select on hidden to reader');
  await journey.discover(source);
  await server.run('revoke select on hidden from reader');
  await journey.select(source, 'hidden', 'slow');
  const run = await journey.begin(source);
  const pid = await reading(run);
  await settled(
    () => codeOf(run, 'hidden'),
    (code) => code === 'permission_denied',
  );
  process.kill(pid, 'SIGKILL');
  await journey.runIn(run, 'incomplete');
  await server.run('grant select on hidden to reader; alter view slow rename to gone');
  await api.sql(`update sync_runs set retry_at = now() where state = 'incomplete'`);
  api.services.syncWorker.wake();
  await journey.runIn(run, 'failed');
  assert.equal(await codeOf(run, 'hidden'), 'permission_denied');
});

async function codeOf(run: string, tableName: string): Promise<string | undefined> {
  const { streams } = await journey.attributesOf(run);
  return streams.find((stream: { tableName: string }) => stream.tableName === tableName)?.failure?.code;
}
