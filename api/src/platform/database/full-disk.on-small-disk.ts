/** Tests for postgres-supervisor.test.ts, which runs this module on a disk of 112 MB. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { StartError } from '@headwater/shared/contract';
import { OwnProduct } from '../../../test-support/own-product.ts';
import { settled } from '@headwater/base/testing/settled';
import { SmallDisk } from '@headwater/base/testing/small-disk';
import { asAdministrator } from '../../../test-support/test-store.ts';
import { explainFullDisk } from '@headwater/base/disk/full-disk';
import { embeddedConnection } from '@headwater/base/postgres/embedded-postgres';

const disk = SmallDisk.here();
const dataDirectory = join(disk.folder, 'data');
const product = await OwnProduct.open(dataDirectory);
after(product.close);
const { client } = product;
const make = () => client.post('/organizations', 'organizations', { name: 'Workspace' });

/** Returns the log's lines, each of which must be whole. */
const logged = async (): Promise<{ msg: string; lines?: number }[]> =>
  (await readFile(join(dataDirectory, 'logs', 'headwater.log'), 'utf8'))
    .trim()
    .split('\n')
    .filter((line) => !isCut(line))
    .map((line) => JSON.parse(line));

/** The one line that was being written when the disk filled up. */
const isCut = (line: string) => !line.endsWith('}');

test('writes are refused with the cause, and existing data can be read', async () => {
  await disk.fill();
  const refused = await settled(make, ({ status }) => status !== 201);
  assert.deepEqual([refused.status, refused.body.errors[0].code], [507, 'disk_full']);
  assert.equal((await client.get('/organizations')).status, 200);
  await disk.free();
  assert.equal((await make()).status, 201);
});

test('the log, which has no room either, fails nobody, and says later how many lines were lost', async () => {
  await disk.fill();
  for (let request = 0; request < 50; request += 1)
    assert.equal((await client.get('/organizations')).status, 200);
  await disk.free();
  assert.equal((await client.get('/organizations')).status, 200);
  const notes = (await logged()).filter(({ msg }) => msg.startsWith('The log could not be written'));
  assert.ok(notes.at(-1)!.lines! > 30, JSON.stringify(notes));
});

test('PostgreSQL, which exits if it cannot write its log, is back when there is space', async () => {
  const connection = (await embeddedConnection(dataDirectory))!;
  await disk.fill();
  await assert.rejects(
    asAdministrator(connection, async (server) => {
      server.on('error', () => undefined);
      for (;;) await server.query(`select pg_logical_emit_message(true, '', repeat('x', 1000000))`);
    }),
  );
  await product.isDown();
  await disk.free();
  await product.isUp();
  assert.equal((await make()).status, 201);
});

test('a start without room names the disk', async () => {
  await product.close();
  await disk.fill();
  const failed = await OwnProduct.open(dataDirectory).then(
    () => assert.fail('It has started.'),
    (error: unknown) => error,
  );
  const explained = await explainFullDisk(failed, dataDirectory);
  assert.ok(explained instanceof StartError);
  assert.match(explained.message, new RegExp(`The disk of the data directory ${dataDirectory} is full`));
  await disk.free();
  assert.equal(await explainFullDisk(failed, dataDirectory), failed);
});
