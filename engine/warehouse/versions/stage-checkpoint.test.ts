import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { column, TestWarehouse } from '../testing/test-warehouse.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());

const COLUMNS = [column('id', 'BIGINT'), column('note', 'VARCHAR'), column('tags', 'VARCHAR[]', 'json_list')];
const ROWS = 3_000;
/** What comes before the first block of a file. */
const HEADERS = 3 * 4_096;
const SMALLEST_BLOCK = 16 * 1_024;

/** Writes the file of a read that was interrupted after all of these rows. */
async function interrupted(): Promise<Buffer> {
  const path = join(warehouse.folder, 'interrupted.duckdb');
  const stage = await warehouse.engine.begin(path, 'orders', COLUMNS, 1_000_000);
  const texts = Array.from({ length: ROWS }, (_, at) => `${at},note ${at * 7_919},"[""${at % 9}""]"\n`);
  await stage.load(await warehouse.records(texts.join('')));
  await stage.checkpoint({ page: 12 });
  await stage.keep();
  return readFile(path);
}

test('a read continues from a file that is whole, and from none in which a row is damaged', async () => {
  const whole = await interrupted();
  const path = join(warehouse.folder, 'kept.duckdb');
  const checkpointIn = async (bytes: Buffer) => {
    await writeFile(path, bytes);
    return warehouse.engine.checkpointOf(path);
  };
  const allRows = () => warehouse.query(path, 'select bit_xor(hash(*columns(*))), count(*) from t');
  const checkpoint = await checkpointIn(whole);
  assert.deepEqual([checkpoint?.position, checkpoint?.rows], [{ page: 12 }, ROWS]);
  const rows = await allRows();

  let refused = 0;
  for (let at = HEADERS + SMALLEST_BLOCK / 2; at < whole.length; at += SMALLEST_BLOCK) {
    const damaged = Buffer.from(whole);
    damaged.write('damaged', at);
    if (await checkpointIn(damaged)) assert.deepEqual(await allRows(), rows, `damaged at ${at}`);
    else refused += 1;
  }
  assert.ok(refused > 0);
});

test('a read doesn’t go on from a file that was cut short', async () => {
  const whole = await interrupted();
  const path = join(warehouse.folder, 'short.duckdb');
  await writeFile(path, whole.subarray(0, whole.length / 2));
  assert.equal(await warehouse.engine.checkpointOf(path), null);
});
