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

/** As Spark writes them. */
const SPARK = {
  type: 'struct',
  fields: [
    { name: 'id', type: 'long', nullable: true, metadata: { comment: 'Its number.' } },
    { name: 'Id', type: 'long', nullable: true, metadata: {} },
    { name: 'gone', type: 'long', nullable: true, metadata: { comment: 'Of no column.' } },
    null,
  ],
};

/** Made by fixtures/parquet.py. */
const fixture = (name: string) => readFile(new URL(`../testing/fixtures/${name}.parquet`, import.meta.url));

describe('A Parquet file', () => {
  it('says what it and its columns are, if Spark has written that', async () => {
    const path = join(lab.folder, 'described.parquet');
    const write = async (notes: Record<string, string>) => {
      const listed = Object.entries(notes).map(([key, value]) => `"${key}": '${value}'`);
      await lab.connection.run(
        `copy (select 1 as id) to '${path}' (format parquet, kv_metadata {${listed.join(', ')}})`,
      );
      return (await lab.one('described.parquet', await readFile(path))).comments;
    };
    const spark = 'org.apache.spark.sql.parquet.row.metadata';
    assert.deepEqual(await write({ description: 'Orders.', [spark]: JSON.stringify(SPARK) }), {
      table: 'Orders.',
      columns: { id: 'Its number.' },
    });
    assert.deepEqual(await write({ [spark]: 'no JSON', other: 'x' }), {});
    assert.deepEqual(await write({ [spark]: '[]' }), {});
  });

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

  it('has NaN and infinity within nested values as text, as JSON has neither', async () => {
    const file = await parquetOf(
      `select {a: 'nan'::double, b: ',NaN'} s, map {'k': '-inf'::float} m, {'v': 'inf'::double}::variant v`,
    );
    const { types, rows } = await lab.one('no-numbers.parquet', file);
    assert.deepEqual(types, ['JSON', 'JSON', 'JSON']);
    assert.deepEqual(rows, [['{"a":"NaN","b":",NaN"}', '{"k":"-Infinity"}', '{"v":"Infinity"}']]);
  });

  it('has decimals beyond 38 digits exactly: as numbers if the values fit, and as text otherwise', async () => {
    const { types, columns, rows } = await lab.one('vaults.parquet', await fixture('decimal256'));
    assert.deepEqual(types, ['BIGINT', 'VARCHAR', 'DECIMAL(38,4)', 'VARCHAR']);
    assert.equal(columns[1]!.sourceType, 'decimal(50,4)');
    assert.deepEqual(rows, [
      ['1', '12.3456', '98765432109876543210.5000', 'a'],
      ['2', '-7000000000000000000000000000000000000000.0001', '-0.0001', 'b'],
      ['3', null, null, 'c'],
    ]);
  });

  it('has durations that are declared as times of day as text, and times of day as times', async () => {
    const { types, rows } = await lab.one('durations.parquet', await fixture('durations'));
    assert.deepEqual(types, ['VARCHAR', 'TIME', 'VARCHAR']);
    assert.deepEqual(rows, [
      ['30:00:00', '00:00:00', '30:00:00'],
      ['-01:00:00', '23:59:59.999999', '-00:00:00.001'],
      ['00:05:02', '12:00:00', '00:05:02'],
    ]);
  });

  it('keeps the nanoseconds of UTC, of local moments, of times, and of INT96, and has none where there are none', async () => {
    const { types, rows } = await lab.one('ticks.parquet', await fixture('nanoseconds'));
    assert.deepEqual(types, ['VARCHAR', 'VARCHAR', 'VARCHAR', 'TIMESTAMP WITH TIME ZONE', 'TIME']);
    assert.deepEqual(rows, [
      [
        '2026-03-01 10:15:30.123456789+00',
        '2026-03-01 10:15:30.123456789',
        '10:15:30.123456789',
        '2026-03-01 10:15:30.123456+00',
        '10:15:30.123456',
      ],
      [
        '2026-03-01 10:15:30.123456790+00',
        '2026-03-01 10:15:30.123456790',
        '10:15:30.123456790',
        '1970-01-01 00:00:00+00',
        '00:00:00',
      ],
      [null, null, null, null, null],
      [
        '1969-12-31 23:59:59.999999999+00',
        '1969-12-31 23:59:59.999999999',
        '00:00:00',
        '1969-12-31 23:59:59.999999+00',
        '00:00:00',
      ],
    ]);
    const old = await lab.one('old.parquet', await fixture('int96-nanoseconds'));
    assert.deepEqual([old.types, old.rows], [['VARCHAR'], [['2026-03-01 10:15:30.123456789'], [null]]]);
  });

  it('is refused, with the column and its type, if such values are within others', async () => {
    const whole = await lab.one('whole.parquet', await fixture('nested-whole'));
    assert.deepEqual(whole.rows, [['{"t":"2026-03-01 10:15:30.123456+00","u":["10:15:30.123456"]}'], [null]]);
    const refused = [];
    for (const name of ['nested-nanoseconds', 'nested-decimal256']) {
      const [table] = await lab.all(`${name}.parquet`, await fixture(name));
      refused.push([table!.failure?.code, table!.failure?.values]);
    }
    const about = (file: string, type: string) => ['file_column_unreadable', { file, column: 'a', type }];
    assert.deepEqual(refused, [
      about('nested-nanoseconds.parquet', 'TIMESTAMP with nanoseconds'),
      about('nested-decimal256.parquet', 'DECIMAL(50,4)'),
    ]);
  });

  it('has halves, unsigned numbers, and decimals in integers as numbers', async () => {
    const { types, rows } = await lab.one('types.parquet', await fixture('other-types'));
    assert.deepEqual(types, [
      'FLOAT',
      'DECIMAL(38,0)',
      'DECIMAL(9,2)',
      'DECIMAL(18,2)',
      'VARCHAR',
      'JSON',
      'UUID',
    ]);
    assert.deepEqual(rows, [
      [
        '1.5',
        '18446744073709551615',
        '1.23',
        '1.23',
        'a',
        '{"a": 1.10}',
        '00010203-0405-0607-0809-0a0b0c0d0e0f',
      ],
      ['-2.25', '0', '-4.50', '-123456789012.50', 'b', '[]', '00000000-0000-0000-0000-000000000000'],
      [null, null, null, null, null, null, null],
    ]);
  });

  it('has intervals and shapes as text, and variants as JSON by their values', async () => {
    const file = await parquetOf(`
      select interval '1 day 30 hours' i, 'POINT(1 2)'::geometry g, {'k': 'it''s', 'n': 1}::variant v
      union all select null, null, null`);
    const { types, rows } = await lab.one('shapes.parquet', file);
    assert.deepEqual(types, ['VARCHAR', 'VARCHAR', 'JSON']);
    assert.deepEqual(rows, [
      ['1 day 30:00:00', 'POINT (1 2)', '{"k":"it\'s","n":1}'],
      [null, null, null],
    ]);
  });

  it('is refused if a column is stored in a way that the engine can’t read, which is named', async () => {
    const [split] = await lab.all('levels.parquet', await fixture('byte-stream-split'));
    assert.deepEqual(split!.failure?.values, {
      file: 'levels.parquet',
      column: 'v',
      type: 'INT32, BYTE_STREAM_SPLIT',
    });
    // Hadoop's LZ4 has another number than the one that programs write today.
    const packed = await fixture('lz4');
    const at = packed.indexOf(Buffer.from([0x19, 0x18, 0x01, 0x76, 0x15, 0x0e])) + 5;
    packed[at] = 0x0a;
    const [lz4] = await lab.all('old.parquet', packed);
    assert.deepEqual(lz4!.failure?.values, { file: 'old.parquet', column: 'v', type: 'INT64, LZ4 (Hadoop)' });
  });

  it('with lists within lists is refused before anything reads their values', async () => {
    const { rows } = await lab.one('ten.parquet', await fixture('lists-10'));
    assert.deepEqual(rows, [['[[[[[[[[[[1]]]]]]]]]]']]);
    const [deep] = await lab.all('forty.parquet', await fixture('lists-40'));
    assert.equal(deep!.failure?.code, 'file_nested_too_deep');
    assert.deepEqual(deep!.failure.values, { file: 'forty.parquet', column: 'a', limit: 10 });
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
