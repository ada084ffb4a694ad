import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type TestWorkspace } from '../../../../test-support/test-api.ts';
import type { ApiModule } from '../../api-module.ts';
import { newId } from '../../../platform/database/ids.ts';
import { organizations } from '../../people/organizations/index.ts';
import { sync } from './index.ts';
import { takeDueRun } from './leases.ts';
import { SyncWorker } from './sync-worker.ts';

// No worker is started or woken, so runs are taken only by these tests.
const withoutWorker: ApiModule = {
  ...sync,
  start: ({ jobs }) => jobs.work('wake-sync-worker', { run: async () => undefined }),
};
const api = await TestApi.open({ parts: [withoutWorker, organizations] });
after(api.close);
afterEach(() => api.sql(`update sync_runs set state = 'canceled', ended_at = now() where ended_at is null`));

const a = await api.workspace();
const b = await api.workspace();
const c = await api.workspace();
const nameOf = new Map([
  [a.id, 'A'],
  [b.id, 'B'],
  [c.id, 'C'],
]);

let minutes = 0;

/** Inserts a due run of a new connection, newer than all before it. Returns its ID. */
async function due({ id: workspaceId }: TestWorkspace, state = 'queued'): Promise<string> {
  const [source, run] = [newId('src'), newId('run')];
  await api.sql(
    `insert into source_connections (workspace_id, id, name, connector, configuration, address, setup)
     values ($1, $2, 'Files', 'csv', '{"files":[]}', '', 'connected')`,
    [workspaceId, source],
  );
  await api.sql(
    `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, created_at)
     values ($1, $2, $3, 1, $4, 'manual', now() - interval '1 day' + make_interval(mins => $5))`,
    [workspaceId, run, source, state, (minutes += 1)],
  );
  return run;
}

const take = (slots: number) => takeDueRun(api.database, slots);

/** Takes runs one after another, and returns the names of their workspaces. */
async function taken(slots: number, times: number): Promise<string> {
  const names = [];
  for (let time = 0; time < times; time += 1)
    names.push(nameOf.get((await take(slots))?.workspaceId ?? '') ?? '-');
  return names.join('');
}

const finish = (runId: string) =>
  api.sql(`update sync_runs set state = 'succeeded', ended_at = now() where id = $1`, [runId]);

describe('slots', () => {
  test("a workspace with ten due runs does not keep another workspace's run from starting", async () => {
    for (let count = 0; count < 10; count += 1) await due(a);
    await due(b);
    assert.equal(await taken(2, 2), 'AB');
  });

  test('a workspace gets half of them while another one waits, and all of them while none does', async () => {
    for (let count = 0; count < 10; count += 1) await due(a);
    assert.equal(await taken(4, 3), 'AAA');
    await due(b);
    assert.equal(await taken(4, 1), 'B');
    await due(c);
    assert.equal(await taken(4, 3), 'CAA');
  });

  test('the workspace that was served longest ago comes first, with its oldest run', async () => {
    const old = await due(a);
    for (const workspace of [a, b, b, c, c]) await due(workspace);
    await api.sql('update sync_runs set leased_at = null');
    const order = [];
    for (;;) {
      const lease = await take(2);
      if (!lease) break;
      order.push(nameOf.get(lease.workspaceId));
      if (order.length === 1) assert.equal(lease.runId, old);
      await finish(lease.runId);
    }
    assert.equal(order.join(''), 'ABCABC');
  });

  test('further ones are only for workspaces that have nothing running', async () => {
    for (const workspace of [a, a, a]) await due(workspace);
    assert.equal(await taken(2, 2), 'AA');
    const spare = () => takeDueRun(api.database, 2, { onlyIdle: true });
    assert.equal(await spare(), null);
    for (const workspace of [b, b]) await due(workspace);
    assert.equal((await spare())?.workspaceId, b.id);
    assert.equal(await spare(), null);
  });

  test('waiting runs have a position, in the order in which they will be taken', async () => {
    const waiting = new Map<string, { workspace: TestWorkspace; path: string }>();
    for (const workspace of [a, a, a, b, c, c]) {
      const id = await due(workspace);
      const [row] = await api.sql(`select source_connection_id as source from sync_runs where id = $1`, [id]);
      const path = `/organizations/${workspace.id}/source-connections/${row!.source}/sync-runs/${id}`;
      waiting.set(id, { workspace, path });
    }
    await api.sql('update sync_runs set leased_at = null');
    const positionOf = async (id: string) => {
      const { workspace, path } = waiting.get(id)!;
      return (await workspace.admin.get(path)).body.data.attributes.position;
    };
    const positions = await Promise.all(
      [...waiting.keys()].map(async (id) => [await positionOf(id), id] as const),
    );
    const order = positions.toSorted(([one], [other]) => one - other);
    assert.deepEqual(
      order.map(([place]) => place),
      [1, 2, 3, 4, 5, 6],
    );
    for (const [, id] of order) {
      const lease = await take(2);
      assert.equal(lease!.runId, id);
      assert.equal(await positionOf(id), null);
      await finish(id);
    }
  });

  test('workers that look at the same time take different runs', async () => {
    for (const workspace of [a, a, a, b]) await due(workspace);
    const leases = await Promise.all(Array.from({ length: 6 }, () => take(4)));
    const runs = leases.filter((lease) => lease !== null).map(({ runId }) => runId);
    assert.equal(new Set(runs).size, 4);
    assert.equal(runs.length, 4);
  });
});

test('a worker with all of its slots taken still starts the run of a workspace that has none', async () => {
  const journey = new SourceJourney(b);
  const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
  const [running, waiting] = [await due(a, 'running'), await due(a)];
  await api.sql(`update sync_runs set lease_until = now() + interval '1 hour' where id = $1`, [running]);
  const run = await journey.begin(source);
  const worker = new SyncWorker(api.services, 0);
  worker.wake();
  await journey.runIn(run, 'succeeded');
  await worker.close();
  const [row] = await api.sql(`select state from sync_runs where id = $1`, [waiting]);
  assert.equal(row!.state, 'queued');
});

test('a canceled run whose worker is lost ends, and does not hide other due runs', async () => {
  const journey = new SourceJourney(a);
  const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
  const canceled = await due(a, 'canceling');
  await api.sql(`update sync_runs set lease_token = 1, lease_until = now() where id = $1`, [canceled]);
  await api.sql(
    `insert into sync_run_streams (workspace_id, run_id, table_name, state, phase)
     values ($1, $2, 'n', 'running', 'reading')`,
    [a.id, canceled],
  );
  const run = await journey.begin(source);
  const worker = new SyncWorker(api.services); // its scan is not started, so a single look has to be enough
  worker.wake();
  await journey.runIn(run, 'succeeded');
  await worker.close();
  const rows = await settled(
    () =>
      api.sql(
        `select state, failure->>'code' as code, ended_at is null as open from sync_runs where id = $1`,
        [canceled],
      ),
    ([row]) => row!.open === false,
  );
  assert.deepEqual(rows, [{ state: 'canceled', code: 'canceled', open: false }]);
});

test('a paused connection starts no retry, but what someone requests', async () => {
  const [retry, requested] = [await due(a, 'incomplete'), await due(a)];
  await api.sql(`update sync_runs set retry_at = now() where id = $1`, [retry]);
  await api.sql(`update source_connections set lifecycle = 'paused'`);
  assert.equal((await take(2))?.runId, requested);
  assert.equal(await take(2), null);
  await api.sql(`update source_connections set lifecycle = 'active'`);
  assert.equal((await take(2))?.runId, retry);
});
