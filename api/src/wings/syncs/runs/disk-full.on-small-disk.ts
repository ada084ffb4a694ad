/** Tests for disk-full.test.ts, which runs this module on a disk of 96 MB. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { killIfRunning } from '@headwater/base/testing/kill-if-running';
import { settled } from '@headwater/base/testing/settled';
import { SmallDisk } from '@headwater/base/testing/small-disk';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { syncProcesses } from '../../../../test-support/sync-processes.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const disk = SmallDisk.here();
const [api, server] = await Promise.all([TestApi.open({ folder: disk.folder }), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
afterEach(() => disk.free());
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

/** Returns rows that no engine can compress. */
const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => `${id},${randomBytes(40).toString('base64url')}\n`).join('');

/** Returns the files on the disk other than uploads and committed versions. */
async function leftovers(): Promise<string[]> {
  const names = await readdir(api.dataDirectory, { recursive: true });
  return names.filter((name) => /^tmp\/|[.]partial$|\/s-\d+[.]duckdb/.test(name));
}

/** Deletes a connection and waits for its files to go: room that appears later would let the next test's sync succeed. */
async function deleteWithFiles(source: string): Promise<void> {
  assert.equal((await client.delete(source)).status, 204);
  await settled(largeFiles, (files) => files.length === 0);
}

async function largeFiles(): Promise<string[]> {
  const folder = join(api.dataDirectory, 'ws');
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ), // gone meanwhile
  );
  return names.filter((_, at) => sizes[at]! > 1024 ** 2);
}

async function assertFailedForDisk(run: Awaited<ReturnType<SourceJourney['sync']>>): Promise<void> {
  assert.equal(run.state, 'incomplete');
  assert.equal(run.failure.code, 'disk_full');
  assert.match(run.failure.fix, /Free some space/);
  assert.notEqual(run.retryAt, null);
  assert.deepEqual(await leftovers(), []);
  assert.deepEqual(syncProcesses(), []);
}

describe('an upload', () => {
  const path = `${journey.base}/uploads?fileName=a.csv`;

  test('that does not fit is refused with the cause and leaves nothing behind', async () => {
    await disk.leave(4);
    for (const megabytes of [16, 40]) {
      const refused = await client.upload(path, Buffer.alloc(megabytes * 1024 ** 2, 'x'));
      assert.equal(refused.status, 507, refused.text);
      assert.equal(refused.body.errors[0].code, 'disk_full');
    }
    assert.deepEqual(await leftovers(), []);
    assert.equal((await client.upload(path, 'a\n1\n')).status, 201);
  });

  test('is refused before it takes the last bytes of the disk, which PostgreSQL may need', async () => {
    await disk.leave(0);
    assert.equal((await client.upload(path, 'a\n1\n')).status, 507);
  });

  test('that is refused is read to its end, because a browser reads the response only then', async () => {
    await disk.leave(1);
    await api.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.server.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const body = Buffer.alloc(40 * 1024 ** 2, 'x');
    socket.write(requestHead('POST', `/api${path}`, body.length));
    socket.write(body);
    socket.write(requestHead('GET', '/api/health', 0));
    assert.match(await heard(socket, 'HTTP/1.1 200'), /^HTTP\/1.1 507/);
    socket.destroy();
  });

  function requestHead(method: string, target: string, length: number): string {
    const headers = {
      host: 'localhost',
      cookie: client.cookie,
      'x-csrf-token': client.csrfToken,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
      'content-length': length,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  }

  async function heard(socket: Socket, end: string): Promise<string> {
    let text = '';
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      text += chunk;
      if (text.includes(end)) return text;
    }
    throw new Error(`The connection ended after: ${text}`);
  }
});

describe('a sync of a file', () => {
  test('that does not fit keeps the last good version, marked as stale, and succeeds after space was freed', async () => {
    const source = await journey.connectFiles({ 'orders.csv': `id,text\n${rows(80_000)}` });
    assert.equal((await journey.sync(source)).state, 'succeeded');
    for (const room of [0, 2]) {
      await disk.leave(room);
      await assertFailedForDisk(await journey.sync(source));
      assert.deepEqual(await journey.rows(source, 'orders').then((page) => page.length), 100);
      const { stale, version } = await journey.attributesOf(`${source}/tables/orders`);
      assert.deepEqual({ stale, version }, { stale: true, version: 1 });
    }
    await disk.free();
    assert.equal((await journey.sync(source)).state, 'succeeded');
    const { stale, version } = await journey.attributesOf(`${source}/tables/orders`);
    assert.deepEqual({ stale, version }, { stale: false, version: 2 });
    await deleteWithFiles(source);
  });

  test('that does not fit reports the rows that it rejected only once when it is retried', async () => {
    const source = await journey.connectFiles({ 'odd.csv': `id,text\n1\n${rows(200_000)}` });
    await disk.leave(2);
    const run = await journey.begin(source);
    await assertFailedForDisk(await journey.runIn(run, 'incomplete'));
    await disk.free();
    assert.equal(await journey.begin(source), run);
    await journey.runIn(run, 'succeeded');
    assert.equal((await client.get(`${run}/rejected-rows`)).body.meta.total, 1);
    await deleteWithFiles(source);
  });
});

describe('a file of rows', () => {
  test('that is made on the disk keeps the reserve, and one that is streamed needs no room', async () => {
    const source = await journey.connectFiles({ 'orders.csv': `id,text\n${rows(80_000)}` });
    assert.equal((await journey.sync(source)).state, 'succeeded');
    const table = `${source}/tables/orders`;
    await disk.leave(0);
    const { status, body } = await client.get(`${table}/rows.parquet`);
    assert.deepEqual([status, body.errors[0].code], [507, 'disk_full']);
    const { status: streamed, text } = await client.get(`${table}/rows.csv`);
    assert.deepEqual([streamed, text.split('\r\n').length], [200, 80_002]);
    await disk.free();
    assert.equal((await client.get(`${table}/rows.parquet`)).status, 200);
    await deleteWithFiles(source);
  });
});

describe('a sync of a database', async () => {
  await server.run(`
    create table small as select 1 as id;
    create table large as select i, gen_random_uuid()::text as a, gen_random_uuid()::text as b from generate_series(1, 400_000) as i;
    create view slow as select i, pg_sleep(0.02)::text as slept from generate_series(1, 3000) as i;
    grant select on small, large, slow to reader`);
  const source = await journey.connect('postgres', configurationFor(server.port));

  test('whose stage file does not fit still loads the tables that do', async () => {
    await journey.select(source, 'large', 'small');
    for (const room of [2, 4]) {
      await disk.leave(room);
      await assertFailedForDisk(await journey.sync(source));
      assert.equal((await client.get(`${source}/tables/large/rows`)).status, 409);
    }
    // After the second attempt, because the engine is known to end its process when the disk is full.
    assert.deepEqual(await journey.rows(source, 'small'), [['1']]);
    await disk.free();
    assert.equal((await journey.sync(source)).state, 'succeeded');
    assert.equal((await journey.attributesOf(`${source}/tables/large`)).rows, 400_000);
  });

  test('whose process crashed because of the full disk reports that', async () => {
    await journey.select(source, 'slow');
    const run = await journey.begin(source);
    const [pid] = await settled(
      async () => syncProcesses(),
      (found) => found.length > 0,
    );
    await disk.fill();
    killIfRunning(pid!);
    await assertFailedForDisk(await journey.runIn(run, 'incomplete'));
  });
});
