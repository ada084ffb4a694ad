/** Tests for disk-share.test.ts, which runs this module on a disk of 64 MB. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { SmallDisk } from '@headwater/base/testing/small-disk';
import { roomOnDisk } from '@headwater/base/disk/disk-room';
import { FailureError } from '@headwater/base/failures/failure';
import { RowSpool } from './sheets/row-spool.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { startApiServer } from '@headwater/protocol/testing/api-server';
import { webFile } from './web/web-file.connector.ts';

const { folder } = SmallDisk.here();
const server = await startApiServer();
after(server.stop);
/** A piece that was already on its way may take a part of the reserve. */
const PIECE = 64 * 1024;
let lowest = Infinity;
const watch = setInterval(() => void roomOnDisk(folder).then((room) => (lowest = Math.min(lowest, room))), 1);
after(() => clearInterval(watch));
afterEach(async () => {
  assert.ok(lowest > -PIECE, `${lowest} bytes above the reserve`);
  assert.deepEqual(await readdir(folder), []);
});

const isFull = (error: unknown) => error instanceof FailureError && error.failure.code === 'disk_full';

test('rows of a sheet on their way to the load', async () => {
  const spool = await RowSpool.open(folder);
  const rows = [{ number: 1, cells: [{ kind: 'text' as const, text: 'x'.repeat(4_000_000) }] }];
  await assert.rejects(async () => {
    for (let times = 0; times < 30; times += 1) await spool.add(rows);
  }, isFull);
  await spool.remove();
});

test('a file from the web, in discovery', async () => {
  server.routes.set('/large.csv', () => ({ body: Buffer.alloc(80_000_000, 'a,b\n') }));
  const url = `${server.url}/large.csv`;
  await assert.rejects(webFile.discover({ url }, contextFor(join(folder))), isFull);
});
