import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { number, row, text, xlsxOf } from '@headwater/connectors/files/testing/xlsx-file';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());

/** Connects a file beside one that has nothing to do with it, and loads all that there is. */
async function loaded(fileName: string, content: string | Buffer) {
  const source = await journey.connectFiles({ [fileName]: content, 'fine.csv': 'a,b\n1,2\n' });
  const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
  const tables = streams.map(({ tableName }: { tableName: string }) => tableName);
  await journey.select(source, ...tables);
  const run = await journey.sync(source);
  assert.equal(run.state, 'succeeded', JSON.stringify(run));
  assert.deepEqual(await journey.rows(source, 'fine'), [['1', '2']]);
  const [table] = tables.filter((name: string) => name !== 'fine');
  const stream = streams.find(({ tableName }: { tableName: string }) => tableName === table);
  return { name: stream.name, rows: await journey.rows(source, table) };
}

test('a name in a file that can’t be stored becomes one that can, and its values are there', async () => {
  const rows = row(text('no'), text('we_x0000_ight')) + row(number(1), number(70));
  assert.deepEqual((await loaded('nul.xlsx', await xlsxOf([{ name: 'S', rows }]))).rows, [['1', '70']]);
  const path = '{"made": "2026-01-01", "to\\u0000ols": [{"n": 1}, {"n": 2}], "others": [{"k": 3}]}';
  assert.deepEqual((await loaded('path.json', path)).rows, [['3']]);
  const found = await loaded('path.json', path.replace(', "others": [{"k": 3}]', ''));
  assert.deepEqual(found.rows, [['1'], ['2']]);
  assert.deepEqual((await loaded('key.json', '[{"\\u0000":1,"k\\u0000":2,"k":3}]')).rows, [['1', '2', '3']]);
});

test('a row that is rejected can have any characters', async () => {
  const source = await journey.connectFiles({ 'rows.jsonl': '{"n":1}\n"a\0b"\n{"n":2}\n{"n":3}\n{"n":4}\n' });
  await journey.select(source, 'rows');
  const run = await journey.sync(source);
  assert.equal(run.state, 'succeeded', JSON.stringify(run));
  assert.deepEqual(await journey.rows(source, 'rows'), [['1'], ['2'], ['3'], ['4']]);
});
