import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
after(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});
const journey = new SourceJourney(await api.workspace());

test('a view that can’t be read costs only itself', async () => {
  const path = join(folder, 'made.sqlite');
  const database = new DatabaseSync(path);
  database.exec(`
    create table a (n int); insert into a values (1), (2);
    create view doubled as select n * 2 as twice from a;
    create view broken as select * from gone`);
  database.close();
  const source = await journey.connectFiles({ 'shop.db': await readFile(path) });
  const run = await journey.sync(source);
  assert.deepEqual([run.state, run.attempt], ['succeeded', 1]);
  const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
  const problems = streams.map((stream: { tableName: string; problem: { code: string } | null }) => [
    stream.tableName,
    stream.problem?.code,
  ]);
  assert.deepEqual(problems.sort(), [
    ['a', undefined],
    ['broken', 'file_table_unreadable'],
    ['doubled', undefined],
  ]);
  assert.deepEqual(await journey.rows(source, 'doubled'), [['2'], ['4']]);
});

test('a decimal beyond 38 digits is as exact after a sync as in its file', async () => {
  const fixtures = new URL('../../../../../engine/connectors/files/testing/fixtures/', import.meta.url);
  const source = await journey.connectFiles({
    'vaults.parquet': await readFile(new URL('decimal256.parquet', fixtures)),
  });
  assert.equal((await journey.sync(source)).state, 'succeeded');
  assert.deepEqual((await journey.rows(source, 'vaults'))[1], [
    '2',
    '-7000000000000000000000000000000000000000.0001',
    '-0.0001',
    'b',
  ]);
});
