import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { StartError } from '@headwater/shared/contract';
import { makeDataDirectory } from '../../../test-support/product-process.ts';
import { testConfig, testLog } from '../../../test-support/test-ground.ts';
import { cloneDatabase, testStore } from '../../../test-support/test-store.ts';
import { startApi } from '../../app.ts';

const { connection, drop } = await cloneDatabase(await testStore());
const data = makeDataDirectory();
after(async () => {
  await data.clear();
  await drop();
});

const { user, password, database, host } = connection;
const DATABASE_URL = `postgresql://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${encodeURIComponent(host!)}`;
const start = (folder: string) => startApi(testConfig(folder, { DATABASE_URL }), testLog);
const keysFile = (folder: string) => join(folder, 'keys.json');
const refusedFor = (reason: RegExp) => (error: unknown) =>
  error instanceof StartError && reason.test(error.message);

test("an operator's database opens only with the keys that it was written with", async (t) => {
  await (await start(data.path)).close();
  await (await start(data.path)).close();

  const other = makeDataDirectory();
  t.after(other.clear);
  await assert.rejects(start(other.path), refusedFor(/keys\.json is missing/));
  assert.equal(existsSync(keysFile(other.path)), false, 'no new keys are created for existing data');

  rmSync(keysFile(data.path));
  await assert.rejects(start(data.path), refusedFor(/keys\.json is missing/));
});
