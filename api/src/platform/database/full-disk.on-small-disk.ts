/** Tests for postgres-supervisor.test.ts, which runs this module on a disk of 112 MB. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { OwnProduct } from '../../../test-support/own-product.ts';
import { settled } from '../../../test-support/settled.ts';
import { SmallDisk } from '../../../test-support/small-disk.ts';
import { asAdministrator } from '../../../test-support/test-store.ts';
import { embeddedConnection } from './embedded-postgres.ts';

const disk = SmallDisk.here();
const dataDirectory = join(disk.folder, 'data');
const product = await OwnProduct.open(dataDirectory);
after(product.close);
const { client } = product;
const make = () => client.post('/organizations', 'organizations', { name: 'Workspace' });

test('writes are refused with the cause, and existing data can be read', async () => {
  await disk.fill();
  const refused = await settled(make, ({ status }) => status !== 201);
  assert.deepEqual([refused.status, refused.body.errors[0].code], [507, 'disk_full']);
  assert.equal((await client.get('/organizations')).status, 200);
  await disk.free();
  assert.equal((await make()).status, 201);
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
