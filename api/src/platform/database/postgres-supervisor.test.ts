import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { OwnProduct } from '../../../test-support/own-product.ts';
import { makeDataDirectory } from '../../../test-support/product-process.ts';
import { settled } from '@headwater/base/testing/settled';
import { runOnSmallDisk } from '@headwater/base/testing/small-disk';
import { SourceJourney } from '../../../test-support/source-journey.ts';

const data = makeDataDirectory();
const product = await OwnProduct.open(data.path);
after(() => product.close().then(data.clear));
const { api, client, said } = product;

async function killServer(): Promise<number> {
  const pid = await product.serverPid();
  process.kill(pid!, 'SIGKILL');
  return pid!;
}

test('a killed server is restarted, and requests in the meantime are asked to retry', async () => {
  const pid = await killServer();
  await product.isDown();
  await product.isUp();
  assert.notEqual(await product.serverPid(), pid);
  assert.match(said.join(''), /PostgreSQL has exited and is being restarted.*PostgreSQL is up again/s);
});

test('the pool, queue, and events recover with it, and an interrupted sync continues', async () => {
  const made = await client.post('/organizations', 'organizations', { name: 'Workspace' });
  const id: string = made.body.data.id;
  const journey = new SourceJourney({ id, admin: client });
  const source = await journey.connectFiles({ 'n.csv': `n\n${'1234567\n'.repeat(500_000)}` });
  const run = await journey.begin(source);
  await journey.runIn(run, 'running', 'succeeded');
  await killServer();
  await product.isDown();
  await product.isUp();
  await journey.runIn(run, 'incomplete', 'succeeded');
  assert.equal((await journey.sync(source)).state, 'succeeded');
  const heard = new Set<string>();
  const leave = api.services.events.subscribe(id, (event) => event && heard.add(event.type));
  await settled(
    async () => api.services.events.publish(id, { type: 'tables', id, sourceConnectionId: null }),
    () => heard.has('tables'),
  );
  leave();
});

test('a server that does not start is tried again, and the log shows why', async () => {
  const control = join(product.cluster, 'global', 'pg_control');
  await rename(control, `${control}.away`);
  await killServer();
  await settled(
    async () => said.join(''),
    (text) => text.includes('PostgreSQL did not start'),
  );
  assert.match(said.join(''), /Its last output is at the end of .*postgres\.log/);
  await rename(`${control}.away`, control);
  await product.isUp();
});

test('the product can be stopped while its server is down', async () => {
  await killServer();
  await product.isDown();
  await product.close();
  assert.equal(await product.serverPid(), undefined);
});

test('on a full disk, data can still be read, and everything works again when there is space', (context) =>
  runOnSmallDisk(context, new URL('./full-disk.on-small-disk.ts', import.meta.url), 112));
