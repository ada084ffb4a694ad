import assert from 'node:assert/strict';
import { readdir, rm, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { syncProcesses } from '../../../../test-support/sync-processes.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

/** Connects a shop with 12,000 orders, of which the source sends so many and then nothing for ten minutes. */
async function given(configuration: object = {}): Promise<string> {
  const quiet = { startDate: '2026-01-01', ordersPerDay: 0 };
  const slow = { rateLimitRows: 5_000, rateLimitSeconds: 600 };
  const source = await journey.connect('sample_shop', { ...quiet, ...slow, ...configuration });
  await journey.select(source, 'orders');
  return source;
}

const idOf = (path: string) => path.split('/').at(-1)!;
const orders = (run: { streams: Stream[] }) => run.streams.find(({ tableName }) => tableName === 'orders')!;

interface Stream {
  tableName: string;
  state: string;
  rowsRead: number;
  rowsLoaded: number;
  rowsRejected: number;
}

/** Starts a sync, and waits until it has read a part of the table and the source makes it wait. */
async function interruptedRead(source: string): Promise<string> {
  const run = await journey.begin(source);
  await waitsIn(run);
  return run;
}

const waitsIn = (run: string) =>
  settled(
    () => journey.attributesOf(run),
    (found) => orders(found)?.state === 'rate_limited',
  );

async function cancel(run: string): Promise<void> {
  await client.post(`${run}/cancellations`, 'sync_run_cancellations');
  await journey.runIn(run, 'canceled');
}

const kill = () => syncProcesses().forEach((pid) => process.kill(pid, 'SIGKILL'));

/** Lets the source send everything, as a change of its limits at its side would. */
const release = (source: string) =>
  api.sql(
    `update source_connections set configuration = configuration - 'rateLimitRows' - 'rateLimitSeconds' where id = $1`,
    [idOf(source)],
  );

async function readsOf(source: string): Promise<string[]> {
  const folder = join(api.dataDirectory, 'ws', workspace.id, idOf(source));
  const files = await readdir(folder, { recursive: true });
  return files.filter((name) => /[/]r-/.test(name)).map((name) => join(folder, name));
}

const resumedIn = async (run: string) => {
  const { body } = await client.get(`${run}/log-lines`);
  const lines = body.data.map(({ attributes }: { attributes: Line }) => attributes) as Line[];
  return lines.filter(({ code }) => code === 'table_resumed').map(({ values }) => values.rows);
};

async function rejectedLines(run: string): Promise<number[]> {
  const { body } = await client.get(`${run}/rejected-rows`);
  return body.data.map(({ attributes }: { attributes: { line: number } }) => attributes.line);
}

const everyThousandth = Array.from({ length: 12 }, (_, at) => (at + 1) * 1_000);

interface Line {
  code: string;
  values: Record<string, unknown>;
}

async function hasAllOrders(source: string): Promise<void> {
  const page = await client.get(`${source}/tables/orders/rows?page[size]=1`);
  assert.equal(page.body.data.attributes.totalRows, 12_000);
}

describe('a read that was interrupted', { skip: process.platform !== 'linux' && 'reads /proc' }, () => {
  test('continues in the next attempt where it was killed, and that counts as progress', async () => {
    const source = await given();
    const run = await interruptedRead(source);
    kill();
    await journey.runIn(run, 'incomplete');
    const [row] = await api.sql('select attempts_with_progress as made from sync_runs where id = $1', [
      idOf(run),
    ]);
    assert.equal(row!.made, 1);
    await release(source);
    await journey.begin(source); // continues the run
    const done = await journey.runIn(run, 'succeeded');
    assert.deepEqual(await resumedIn(run), [5_000]);
    assert.deepEqual([orders(done).rowsRead, orders(done).rowsLoaded], [12_000, 12_000]);
    await hasAllOrders(source);
    assert.deepEqual(await readsOf(source), []);
  });

  test('continues in the next run after it was canceled, with the rows that it rejected', async () => {
    const source = await given({ rejectTable: 'orders', rejectEvery: 1_000 });
    const canceled = await interruptedRead(source);
    await cancel(canceled);
    assert.equal((await readsOf(source)).length, 1);
    await release(source);
    const run = await journey.begin(source);
    const { rowsLoaded, rowsRejected } = orders(await journey.runIn(run, 'succeeded'));
    assert.deepEqual([rowsLoaded, rowsRejected], [11_988, 12]);
    assert.deepEqual(await resumedIn(run), [5_000]);
    assert.deepEqual(await rejectedLines(run), everyThousandth);
  });

  test('begins again if its rows disappear meanwhile, and counts what it rejects once', async () => {
    const source = await given({ rejectTable: 'orders', rejectEvery: 1_000 });
    const run = await interruptedRead(source);
    kill();
    await journey.runIn(run, 'incomplete');
    const [path] = await readsOf(source);
    await rm(path!);
    await symlink('nowhere', path!); // It's listed, but can't be opened.
    await release(source);
    await journey.begin(source); // continues the run
    assert.equal(orders(await journey.runIn(run, 'succeeded')).rowsRejected, 12);
    assert.deepEqual(await rejectedLines(run), everyThousandth);
    assert.deepEqual(await readsOf(source), []);
  });

  const startsOver: [when: string, change: (source: string) => Promise<unknown>][] = [
    ['its rows are on the disk of another server', async (source) => rm((await readsOf(source))[0]!)],
    [
      'the table’s settings have changed',
      (source) =>
        api.sql(`update stream_settings set row_cap = 100000 where source_connection_id = $1`, [
          idOf(source),
        ]),
    ],
    [
      'the connection has changed',
      (source) =>
        api.sql('update source_connections set configured_at = now() where id = $1', [idOf(source)]),
    ],
    [
      'nobody went on with it for days',
      async (source) => {
        const [path] = await readsOf(source);
        await utimes(path!, 0, 0);
        await api.services.versions.removeReadsBefore(new Date(1));
        assert.deepEqual(await readsOf(source), []);
      },
    ],
  ];
  for (const [when, change] of startsOver)
    test(`begins again if ${when}`, async () => {
      const source = await given();
      await cancel(await interruptedRead(source));
      await change(source);
      await release(source);
      const run = await journey.begin(source);
      await journey.runIn(run, 'succeeded');
      assert.deepEqual(await resumedIn(run), []);
      await hasAllOrders(source);
      assert.deepEqual(await readsOf(source), []);
    });

  test('leaves nothing behind if its values are to be masked', async () => {
    const source = await given();
    await api.sql(`update stream_settings set masks = '{"status": "hash"}' where source_connection_id = $1`, [
      idOf(source),
    ]);
    await cancel(await interruptedRead(source));
    assert.deepEqual(await readsOf(source), []);
  });
});
