import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { DuckDBConnection } from '@duckdb/node-api';
import { withProgress } from './engine-progress.ts';
import { column, TestWarehouse } from '../testing/test-warehouse.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());

test('is told while the engine gets further, and not while it stands still', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const progress = { percentage: -1, rows_processed: 0n, total_rows_to_process: 0n };
  const parts: number[] = [];
  const states = [
    [-1, 0n],
    [0.5, 10n],
    [0.5, 10n],
    [0.5, 12n],
    [100.1, 20n],
  ] as const;
  const engine = { connection: { progress } as unknown as DuckDBConnection };
  await withProgress(
    engine,
    (part) => parts.push(part),
    async () => {
      for (const [percentage, rows_processed] of states) {
        Object.assign(progress, { percentage, rows_processed });
        context.mock.timers.tick(250);
      }
    },
  );
  context.mock.timers.tick(1_000);
  assert.deepEqual(parts, [0.005, 0.005, 1]);
});

test('is told during the merge of a large table, which would be taken for work without progress otherwise', async () => {
  const columns = [column('id', 'INTEGER'), column('note', 'VARCHAR')];
  const path = join(warehouse.folder, 'incoming.duckdb');
  const stage = await warehouse.engine.begin(path, 'orders', columns, 1_000);
  await stage.load(
    await warehouse.records(Array.from({ length: 900_000 }, (_, id) => `${id},note ${id}\n`).join('')),
  );
  const { columns: staged } = await stage.finish();
  let told = 0;
  const { loaded } = await warehouse.engine.merge(
    {
      ...{
        tableName: 'orders',
        mode: 'append_dedup',
        isWhole: true,
        key: ['id'],
        isKeyUnique: false,
        cursor: null,
      },
      ...{ filter: [], rowCap: null, masks: {}, maskKey: Buffer.alloc(32), readAt: new Date() },
      incoming: { path, columns: staged, hasRejections: false },
      base: null,
      target: warehouse.newVersionPath(),
    },
    () => (told += 1),
  );
  assert.equal(loaded, 900_000);
  assert.ok(told > 0);
});
