import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FULL_REFRESH_OVERWRITE, type UploadedFile } from '@headwater/protocol/protocol';
import { files } from './files.connector.ts';
import { FileLab } from './testing/file-lab.ts';
import { number, odsOf, row, sheet, text } from './testing/ods-file.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

let written = 0;
async function upload(contents: readonly (readonly [string, string | Buffer])[]) {
  const uploads = new Map<string, UploadedFile>();
  for (const [fileName, content] of contents) {
    const uploadId = `upl_group_${(written += 1)}`;
    const path = join(lab.folder, uploadId);
    await writeFile(path, content);
    uploads.set(uploadId, { path, fileName, bytes: Buffer.byteLength(content), sha256: '' });
  }
  return uploads;
}
const configOf = (uploads: ReadonlyMap<string, unknown>, ...together: string[]) => ({
  files: [...uploads.keys()].map((uploadId) => ({ uploadId })),
  together,
});
async function tablesOf(contents: readonly (readonly [string, string | Buffer])[], ...together: string[]) {
  const uploads = await upload(contents);
  return lab.allOf(files, configOf(uploads, ...together), uploads);
}

describe('Uploads that match a pattern', () => {
  it('are one table, and the others are their own', async () => {
    const [customers, orders, ...others] = await tablesOf(
      [
        ['orders-1.csv', 'id,amount\n1,1.5\n'],
        ['customers.csv', 'id\n7\n'],
        ['orders-2.csv.gz', gzipSync('id;amount;coupon\nA2;2,25;X\n')],
        ['orders-1.csv', 'id,amount\n3,\n'],
      ],
      'orders-*',
    );
    assert.deepEqual([customers!.table, orders!.table, others], ['customers', 'orders', []]);
    assert.deepEqual(orders!.names, ['id', 'amount', 'coupon', '_source_file']);
    assert.deepEqual(orders!.types, ['VARCHAR', 'DOUBLE', 'VARCHAR', 'VARCHAR']);
    assert.deepEqual(orders!.rows, [
      ['1', '1.5', null, 'orders-1.csv'],
      ['A2', '2.25', 'X', 'orders-2.csv.gz'],
      ['3', null, null, 'orders-1.csv (2)'],
    ]);
    assert.ok(orders!.findings.some(({ code }) => code === 'column_types_differ'));
  });

  it('can be Parquet', async () => {
    const write = async (query: string) => {
      const path = join(lab.folder, `made-${(written += 1)}`);
      await lab.connection.run(`copy (${query}) to '${path}' (format parquet)`);
      return (await import('node:fs/promises')).readFile(path);
    };
    const [table] = await tablesOf(
      [
        ['p1.parquet', await write('select 1::integer as n')],
        ['p2.parquet', await write(`select 5000000000 as n, 'x' as w`)],
      ],
      'p*.parquet',
    );
    assert.deepEqual(table!.types, ['BIGINT', 'VARCHAR', 'VARCHAR']);
    assert.deepEqual(table!.rows, [
      ['1', null, 'p1.parquet'],
      ['5000000000', 'x', 'p2.parquet'],
    ]);
  });

  it('can be workbooks, which are joined sheet by sheet, whatever their number of sheets', async () => {
    const orders = (n: string) =>
      sheet(row(text('n') + text('word')) + row(number(n) + text(`row ${n}`)), 'Orders');
    const tables = await tablesOf(
      [
        ['jan.ods', await odsOf(orders('1') + sheet(row(text('note')) + row(text('late')), 'Notes'))],
        ['feb.ods', await odsOf(orders('2.5'))],
        ['notes.ods', await odsOf(sheet(row(text('note')) + row(text('early')), 'Notes'))],
      ],
      '*.ods',
    );
    assert.deepEqual(
      tables.map(({ table, types, rows }) => [table, types, rows]),
      [
        [
          'table_orders',
          ['DECIMAL(18,1)', 'VARCHAR', 'VARCHAR'],
          [
            ['1.0', 'row 1', 'jan.ods'],
            ['2.5', 'row 2.5', 'feb.ods'],
          ],
        ],
        [
          'table_notes',
          ['VARCHAR', 'VARCHAR'],
          [
            ['late', 'jan.ods'],
            ['early', 'notes.ods'],
          ],
        ],
      ],
    );
    assert.deepEqual(tables[0]!.findings.find(({ code }) => code === 'table_not_everywhere')?.values, {
      missing: 1,
      files: 3,
    });
  });

  it('are one table if each has a single sheet, whatever it is called', async () => {
    const month = (n: string, name: string) => odsOf(sheet(row(text('n')) + row(number(n)), name));
    const [table, ...others] = await tablesOf(
      [
        ['m-1.ods', await month('1', 'January')],
        ['m-2.ods', await month('2', 'February')],
      ],
      'm-*.ods',
    );
    assert.deepEqual(
      [table!.table, table!.rows, others],
      [
        'm',
        [
          ['1', 'm-1.ods'],
          ['2', 'm-2.ods'],
        ],
        [],
      ],
    );
  });

  it('fail table by table, unless a file may have any of them, or has none of them', async () => {
    const sheets = (n: string) =>
      odsOf(['A', 'B'].map((name) => sheet(row(text('n')) + row(number(n)), name)).join(''));
    const failures = async (...more: readonly (readonly [string, string | Buffer])[]) =>
      (await tablesOf([['x-1.ods', await sheets('1')], ...more], 'x-*')).map(({ table, failure }) => [
        table,
        failure?.code,
        failure?.values.file,
      ]);
    assert.deepEqual(await failures(['x-2.ods', (await sheets('2')).subarray(0, 300)]), [
      ['x_a', 'file_damaged', 'x-2.ods'],
      ['x_b', 'file_damaged', 'x-2.ods'],
    ]);
    assert.deepEqual(await failures(['x-2.csv', 'n\n1\n']), [
      ['x_a', 'files_kinds_differ', 'x-2.csv'],
      ['x_b', 'files_kinds_differ', 'x-2.csv'],
    ]);
    const json = await tablesOf(
      [
        ['j-1.json', '{"a":[{"n":1}],"b":[{"n":2}]}'],
        ['j-2.json', '[{"n":3}]'],
      ],
      'j-*',
    );
    assert.deepEqual(
      json.map(({ failure }) => [failure?.code, failure?.values.file, failure?.values.first]),
      [
        ['files_parts_differ', 'j-2.json', 'j-1.json'],
        ['files_parts_differ', 'j-2.json', 'j-1.json'],
      ],
    );
  });

  it('are named in what goes wrong, and cost no other table', async () => {
    const tables = await tablesOf(
      [
        ['a-1.csv', 'n\n1\n'],
        ['a-2.csv', '%PDF-1.7'],
        ['b-1.csv', 'n\n1\n'],
        ['b-2.json', '[{"n":2}]'],
      ],
      'a-*',
      'b-*',
    );
    assert.deepEqual(
      tables.map(({ table, failure }) => [table, failure?.code, failure?.values.file]),
      [
        ['a', 'file_binary', 'a-2.csv'],
        ['b', 'files_kinds_differ', 'b-2.json'],
      ],
    );
  });

  it('fail as a whole if one is gone, or another file, since the discovery', async () => {
    const uploads = await upload([
      ['a-1.csv', 'n\n1\n'],
      ['a-2.csv', 'n\n2\n'],
    ]);
    const configuration = configOf(uploads, 'a-*');
    const [stream] = await files.discover(configuration, lab.context(uploads));
    const failureWith = async (now: ReadonlyMap<string, UploadedFile>) => {
      const catalog = [{ ...FULL_REFRESH_OVERWRITE, ...stream!, tableName: 'a' }];
      for await (const message of files.read(configuration, catalog, new Map(), lab.context(now)))
        if (message.type === 'STREAM_STATUS' && message.status === 'INCOMPLETE')
          return [message.failure.code, message.failure.values.file];
      return null;
    };
    assert.equal(await failureWith(uploads), null);
    const [first, last] = [...uploads];
    assert.deepEqual(await failureWith(new Map([first!])), ['file_missing', 'a-2.csv']);
    await writeFile(last![1].path, 'n\n3\n');
    assert.deepEqual(await failureWith(uploads), ['file_changed', 'a-2.csv']);
  });
});
