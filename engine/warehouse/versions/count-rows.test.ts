import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { column, TestWarehouse } from '../testing/test-warehouse.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());

const COLUMNS = [
  column('id', 'BIGINT'),
  column('note', 'VARCHAR'),
  column('never', 'DATE'),
  column('tags', 'VARCHAR[]', 'json_list'),
  column('say "x"', 'DOUBLE'),
];

test('a version says how many of its rows have NULL in each column', async () => {
  const first = '1,a,,"[null]",1.5\n2,,,"[]",2\n';
  const second = '3,,,,0\n4,"",,"[""x""]",two\n'; // the last column becomes text
  const { rows, nullCounts } = await warehouse.stageOf(COLUMNS, first, second);
  assert.equal(rows, 4);
  assert.deepEqual(nullCounts, { id: 0, note: 2, never: 4, tags: 1, 'say "x"': 0 });
});

test('a version without rows has no NULLs', async () => {
  const { rows, nullCounts } = await warehouse.stageOf(COLUMNS);
  assert.equal(rows, 0);
  assert.deepEqual(Object.values(nullCounts), [0, 0, 0, 0, 0]);
});

test('NULLs in some of several row groups are all counted', async () => {
  const some = Array.from({ length: 130_000 }, (_, at) => `${at},${at % 3 === 0 ? '' : 'x'}\n`).join('');
  const none = Array.from({ length: 10_000 }, (_, at) => `${at},x\n`).join('');
  const { rows, nullCounts } = await warehouse.stageOf(COLUMNS.slice(0, 2), none, some, none);
  assert.equal(rows, 150_000);
  assert.deepEqual(nullCounts, { id: 0, note: 43_334 });
});
