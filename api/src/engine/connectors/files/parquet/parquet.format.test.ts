import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FileLab } from '../testing/file-lab.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

async function parquetOf(select: string): Promise<Buffer> {
  const path = join(lab.folder, 'made.parquet');
  await lab.connection.run(`copy (${select}) to '${path}' (format parquet)`);
  return readFile(path);
}

describe('A Parquet file', () => {
  it('made by Arrow, with INT96, decimals, and nested values, is loaded cell by cell', async () => {
    const file = await readFile(new URL('../testing/fixtures/int96.parquet', import.meta.url));
    const { table, names, types, rows } = await lab.one('Orders.parquet', file);
    assert.equal(table, 'orders');
    assert.deepEqual(names, ['id', 'at', 'price', 'who', 'tags', 'raw', 'code']);
    assert.deepEqual(types, [
      'DECIMAL(38,0)',
      'TIMESTAMP',
      'DECIMAL(30,2)',
      'JSON',
      'VARCHAR[]',
      'BLOB',
      'VARCHAR',
    ]);
    assert.deepEqual(rows, [
      [
        '1',
        '2024-02-29 12:30:15.123456',
        '12345678901234567890.12',
        '{"name":"Zoë","tags":["a","b"]}',
        '[a, NULL]',
        '\\x00\\xFF',
        '007',
      ],
      ['2', null, '-0.10', null, '[]', null, ''],
      ['3', '1969-12-31 23:59:59', null, '{"name":"x","tags":[]}', null, '', 'x'],
    ]);
  });

  it('keeps nanoseconds as text where there are any', async () => {
    const file = await parquetOf(
      `select timestamp_ns '2024-01-01 00:00:00.123456789' fine, timestamp_ns '2024-01-01 00:00:00.5' coarse`,
    );
    const { types, rows } = await lab.one('moments.parquet', file);
    assert.deepEqual(types, ['VARCHAR', 'TIMESTAMP']);
    assert.deepEqual(rows, [['2024-01-01 00:00:00.123456789', '2024-01-01 00:00:00.5']]);
  });

  it('keeps decimals inside of nested values, and names that differ only in case', async () => {
    const file = await parquetOf(
      `select {a: 12345678901234567890.123456789::decimal(38,9)} "Id", map {'k': [1]} m, 200::utinyint u`,
    );
    const { types, rows } = await lab.one('nested.parquet', file);
    assert.deepEqual(types, ['JSON', 'JSON', 'SMALLINT']);
    assert.deepEqual(rows, [['{"a":12345678901234567890.123456789}', '{"k":[1]}', '200']]);
  });

  it('without rows has its columns', async () => {
    const { names, rows } = await lab.one('none.parquet', await parquetOf('select 1 a, 2 b limit 0'));
    assert.deepEqual([names, rows], [['a', 'b'], []]);
  });

  it('that is cut or altered is refused', async () => {
    const file = await parquetOf('select range a, hash(range)::varchar b from range(20000)');
    assert.equal(await lab.failureOf('cut.parquet', file.subarray(0, file.length / 2)), 'file_damaged');
    const altered = Buffer.from(file);
    altered.fill(0xff, file.length - 60, file.length - 20);
    assert.equal(await lab.failureOf('altered.parquet', altered), 'file_damaged');
  });
});
