import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, beforeEach, test } from 'node:test';
import { fastify } from 'fastify';
import pg from 'pg';
import { settled } from '@headwater/base/testing/settled';
import { cloneDatabase, testStore } from '../../../test-support/test-store.ts';
import { LeaseLost, LeasedWork } from './leased-work.ts';

interface Taken {
  workspaceId: string;
  id: number;
}

const { connection, drop } = await cloneDatabase(await testStore());
const store = new pg.Pool(connection);
after(() => store.end().then(drop));
await store.query(
  `create table work (id int, workspace_id text, holder text, lease_until timestamptz, state text)`,
);
beforeEach(() => store.query('truncate work'));

const due = (...ids: number[]) =>
  store.query(`insert into work (id, workspace_id) select id, 'org_' || id from unnest($1::int[]) id`, [ids]);
const rows = async () =>
  (await store.query(`select id, holder, state, lease_until > now() as leased from work order by id`)).rows;

/** A process that works on the table, and what it does with each row until the signal aborts. */
function worker(name: string, work: (taken: Taken, signal: AbortSignal) => Promise<void>, slots = 1) {
  const failures: unknown[] = [];
  const served: string[] = [];
  const leased = new LeasedWork<Taken>({
    ...{ log: fastify().log, what: 'work', milliseconds: 3_600_000, heartbeatMs: 5, slots },
    take: async (turn) => {
      served.push(turn.served);
      const { rows: taken } = await store.query<Taken>(
        `update work set holder = $1, lease_until = now() + interval '1 hour' where id in (
           select id from work where state is null and coalesce(lease_until <= now(), true)
           order by id limit 1 for update skip locked)
         returning workspace_id as "workspaceId", id`,
        [name],
      );
      return taken[0];
    },
    work: async (taken, signal) => {
      await work(taken, signal);
      await store.query(`update work set state = 'done' where id = $1 and holder = $2`, [taken.id, name]);
    },
    renew: async ({ id }) =>
      (await store.query('select from work where id = $1 and holder = $2', [id, name])).rowCount === 1,
    handBack: ({ id }) =>
      store.query('update work set lease_until = now() where id = $1 and holder = $2', [id, name]),
    failed: async ({ id }, error) => {
      failures.push(error);
      await store.query(`update work set state = 'failed' where id = $1 and holder = $2`, [id, name]);
    },
  });
  return { leased, failures, served };
}

/** Work that goes on until it's stopped. `begun` resolves with the first row's signal. */
function endless() {
  const begun = Promise.withResolvers<AbortSignal>();
  const work = async (_taken: Taken, signal: AbortSignal) => {
    begun.resolve(signal);
    if (!signal.aborted) await once(signal, 'abort');
    throw signal.reason;
  };
  return { begun: begun.promise, work };
}

test('all that is due is worked on, one after another, and what fails keeps nothing else waiting', async () => {
  await due(1, 2, 3);
  const done: number[] = [];
  const all = Promise.withResolvers<void>();
  const { leased, failures, served } = worker('a', async ({ id }) => {
    done.push(id);
    if (id === 3) all.resolve();
    if (id === 2) throw new Error('broken');
  });
  leased.start();
  await all.promise;
  await leased.close();
  assert.deepEqual(done, [1, 2, 3]);
  assert.deepEqual(served.slice(0, 3), ['', 'org_1', 'org_2']);
  assert.deepEqual(failures.map(String), ['Error: broken']);
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['done', 'failed', 'done'],
  );
});

test('whoever loses a lease learns it with the next heartbeat, and stores nothing', async () => {
  await due(1);
  const { begun, work } = endless();
  const { leased, failures } = worker('a', work);
  leased.wake();
  const signal = await begun;
  await store.query(`update work set holder = 'b'`);
  if (!signal.aborted) await once(signal, 'abort');
  assert.ok(signal.reason instanceof LeaseLost);
  await leased.close();
  assert.deepEqual(failures, []);
  assert.deepEqual(await rows(), [{ id: 1, holder: 'b', state: null, leased: true }]);
});

test('work whose process is gone is taken by another once its lease has ended', async () => {
  await due(1);
  await store.query(`update work set holder = 'gone', lease_until = now() + interval '1 hour'`);
  const done = Promise.withResolvers<void>();
  const { leased } = worker('b', async () => done.resolve());
  leased.wake();
  await leased.close();
  assert.deepEqual(await rows(), [{ id: 1, holder: 'gone', state: null, leased: true }]);
  await store.query('update work set lease_until = now()');
  const another = worker('b', async () => done.resolve());
  another.leased.wake();
  await done.promise;
  await another.leased.close();
  assert.deepEqual(await rows(), [{ id: 1, holder: 'b', state: 'done', leased: true }]);
});

test('a process that stops hands back what it works on, and takes nothing more', async () => {
  await due(1, 2);
  const { begun, work } = endless();
  const { leased, failures } = worker('a', work);
  leased.wake();
  await begun;
  await leased.close();
  leased.wake();
  assert.deepEqual(failures, []);
  assert.deepEqual(await rows(), [
    { id: 1, holder: 'a', state: null, leased: false },
    { id: 2, holder: null, state: null, leased: null },
  ]);
});

test('a process that stops hands back nothing that somebody else has taken meanwhile', async () => {
  await due(1);
  const { begun, work } = endless();
  const returned: number[] = [];
  const finish = Promise.withResolvers<void>();
  const leased = new LeasedWork<Taken>({
    ...{ log: fastify().log, what: 'work', milliseconds: 3_600_000, heartbeatMs: 5 },
    take: async () => ({ workspaceId: 'org_1', id: 1 }),
    work: async (taken, signal) => {
      await work(taken, signal).catch(() => finish.promise);
      signal.throwIfAborted();
    },
    renew: async () => false,
    handBack: async ({ id }) => returned.push(id),
    failed: (_taken, error) => assert.fail(String(error)),
  });
  leased.wake();
  const signal = await begun;
  if (!signal.aborted) await once(signal, 'abort');
  const closed = leased.close();
  finish.resolve();
  await closed;
  assert.deepEqual(returned, []);
});

test('work on what was deleted ends, and all else goes on', async () => {
  await due(1, 2);
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const { leased, failures } = worker(
    'a',
    async (_taken, signal) => {
      if (signals.push(signal) === 2) begun.resolve();
      await Promise.race([finish.promise, once(signal, 'abort')]);
      signal.throwIfAborted();
    },
    2,
  );
  leased.wake();
  await begun.promise;
  leased.stopWhere(({ workspaceId }) => workspaceId === 'org_1');
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, false],
  );
  finish.resolve();
  await settled(rows, ([, second]) => second!.state === 'done');
  await leased.close();
  assert.deepEqual(failures, []);
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    [null, 'done'],
  );
});
