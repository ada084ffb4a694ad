import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { QueryPool } from '@headwater/warehouse';
import { column, READER, TestWarehouse } from '@headwater/warehouse/testing/test-warehouse';
import { DIFF_POOL, limitsOf } from './compare-versions.ts';

const warehouse = await TestWarehouse.open();
const comparing = new QueryPool({ ...DIFF_POOL, root: warehouse.root });
after(() => Promise.all([comparing.close(), warehouse.close()]));

const COLUMNS = [column('id', 'BIGINT'), column('status', 'VARCHAR')];

test('as many rows as are compared at once fit into the memory, even if all of them differ', async () => {
  const limits = limitsOf(COLUMNS.length);
  const versionOf = (status: string) =>
    warehouse.stageOf(
      COLUMNS,
      Array.from({ length: limits.rowsAtOnce }, (_, at) => `${at},${status}\n`).join(''),
    );
  const [first, second] = [await versionOf('a'), await versionOf('b')];
  const found = await comparing.run(
    {
      kind: 'diff',
      before: first.page.file,
      after: second.page.file,
      columns: COLUMNS.map(({ name, type }) => ({ name, before: type, after: type })),
      shown: { before: first.columns, after: second.columns },
      // Without a key, rows that differ have nothing in common: twice as many to hold.
      key: [],
      ...limits,
    },
    READER,
  );
  assert.deepEqual([found.removed, found.added], [limits.rowsAtOnce, limits.rowsAtOnce]);
});
