import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { FileLab } from '../testing/file-lab.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

function zipped(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
const tablesOf = async (entries: Record<string, string | Buffer>, together?: string[]) =>
  lab.all('export.zip', await zipped(entries), together ? { together } : {});

/** Changes a byte of each entry, which is so far into its own header, and so far into that of the directory. */
function marked(zip: Buffer, [inHeader, inDirectory]: [number, number], change: (byte: number) => number) {
  const changed = Buffer.from(zip);
  for (const [mark, at] of [
    ['PK\x03\x04', inHeader],
    ['PK\x01\x02', inDirectory],
  ] as const)
    for (
      let from = changed.indexOf(mark, 0, 'latin1');
      from >= 0;
      from = changed.indexOf(mark, from + 1, 'latin1')
    )
      changed[from + at] = change(changed[from + at]!);
  return changed;
}

describe('An archive with several files', () => {
  it('has a table for the files whose names differ in numbers, and for each other one', async () => {
    const [customers, orders, ...others] = await tablesOf({
      'export/orders-2024-02.csv': 'id;amount;coupon\n3;1,5;X\n',
      'export/orders-2024-10.csv': 'id;amount\n4;2,25\n',
      'export/orders-2024-01.csv': 'id;amount\n1;10\n2;20\n',
      'export/customers.csv': 'id,name\n7,Ann\n',
      '__MACOSX/export/._orders-2024-01.csv': 'x',
    });
    assert.deepEqual([customers!.table, orders!.table, others], ['customers', 'orders', []]);
    assert.deepEqual(customers!.rows, [['7', 'Ann']]);
    assert.deepEqual(orders!.names, ['id', 'amount', 'coupon', '_source_file']);
    assert.deepEqual(orders!.types, ['BIGINT', 'DOUBLE', 'VARCHAR', 'VARCHAR']);
    assert.deepEqual(orders!.rows, [
      ['1', '10.0', null, 'orders-2024-01.csv'],
      ['2', '20.0', null, 'orders-2024-01.csv'],
      ['3', '1.5', 'X', 'orders-2024-02.csv'],
      ['4', '2.25', null, 'orders-2024-10.csv'],
    ]);
    const [united] = orders!.findings;
    assert.deepEqual([united!.code, united!.values.files], ['files_united', 3]);
  });

  it('keeps files apart that have little in common but their names', async () => {
    const tables = await tablesOf({
      'table1.csv': 'id,name\n1,a\n',
      'table2.csv': 'id,price,stock\n2,3,4\n',
      'a1.json': '[{"n":1}]',
      'a2.csv': 'n\n1\n',
    });
    assert.deepEqual(tables.map(({ table }) => table).toSorted(), ['a1', 'a2', 'table1', 'table2']);
  });

  it('joins those that match a pattern, if there are patterns, and no others', async () => {
    const entries = {
      'north.csv': 'n,m\n1,1\n',
      'south.csv': 'n,k\n2,2\n',
      'x-1.csv': 'n\n3\n',
      'x-2.csv': 'n\n4\n',
    };
    const [regions, ...others] = await tablesOf(entries, ['*th.csv']);
    assert.deepEqual([regions!.table, regions!.names], ['th', ['n', 'm', 'k', '_source_file']]);
    assert.deepEqual(
      others.map(({ table }) => table),
      ['x_1', 'x_2'],
    );
    const [all] = await tablesOf(entries, ['*.csv']);
    assert.deepEqual([all!.table, all!.rows.length], ['export_csv', 4]);
  });

  it('names a file of another kind that matches, or one that can’t be read', async () => {
    const [mixed] = await tablesOf({ 'a-1.csv': 'n\n1\n', 'a-2.csv': '[{"n":1}]' }, ['a-*.csv']);
    assert.deepEqual([mixed!.failure?.code, mixed!.failure?.values.file], ['files_kinds_differ', 'a-2.csv']);
    const tables = await tablesOf({
      'a-1.csv': 'n\n1\n',
      'a-2.csv': gzipSync('n\n2\n'),
      'b.csv': 'm\n3\n',
      'read me.pdf': '%PDF-1.7 and so on',
    });
    assert.deepEqual(
      tables.map(({ table, failure, rows }) => [table, failure?.code, failure?.values.file, rows.length]),
      [
        ['a', 'file_binary', 'a-2.csv', 0],
        ['b', undefined, undefined, 1],
        ['read_me_pdf', 'file_binary', 'read me.pdf', 0],
      ],
    );
  });

  it('says in which file rows are rejected', async () => {
    const [table] = await tablesOf({ 'a-10.csv': 'n,m\n3,3\n4,4,4\n5,5\n', 'a-9.csv': 'n,m\n1,1\n2,2\n' });
    assert.deepEqual([table!.rows.length, table!.rejected.length], [4, 1]);
    const found = table!.findings.find(({ code }) => code === 'rows_to_reject_in')!.values;
    assert.deepEqual([found.file, found.line], ['a-10.csv', 3]);
    assert.equal(table!.rows[0]!.at(-1), 'a-9.csv', 'by number');
  });

  it('can have JSON with several tables in each file', async () => {
    const tables = await tablesOf({
      'a-1.json': '{"orders":[{"id":1}],"customers":[{"name":"x"}]}',
      'a-2.json': '{"orders":[{"id":2.5}],"customers":[{"name":"y"}]}',
    });
    assert.deepEqual(
      tables.map(({ rows }) => rows),
      [
        [
          ['1.0', 'a-1.json'],
          ['2.5', 'a-2.json'],
        ],
        [
          ['x', 'a-1.json'],
          ['y', 'a-2.json'],
        ],
      ],
    );
  });

  it('can have hundreds of files, and not thousands', async () => {
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`day-${n}.csv`, `n,word\n${n},w\n`]));
    const [table] = await tablesOf(files(500));
    assert.deepEqual([table!.table, table!.rows.length], ['day', 500]);
    assert.equal(await lab.failureOf('many.zip', await zipped(files(1_001))), 'file_archive_many');
  });

  it('is refused if a name in it leads out of it, or it has a password', async () => {
    const zip = await zipped({ 'aa/etc/passwd.csv': 'n\n1\n', 'b.csv': 'n\n2\n' });
    const slip = Buffer.from(zip.toString('latin1').replaceAll('aa/etc', '../etc'), 'latin1');
    assert.equal(slip.length, zip.length);
    assert.equal(await lab.failureOf('slip.zip', slip), 'file_damaged');
    // The flag of a password.
    const locked = marked(zip, [6, 8], (flags) => flags | 1);
    const tables = await lab.all('locked.zip', locked);
    assert.deepEqual(
      tables.map(({ failure }) => failure?.code),
      ['file_encrypted', 'file_encrypted'],
    );
  });

  it('says so if its files are compressed in a way that is not supported', async () => {
    const deflate64 = marked(await zipped({ 'a.csv': 'n\n1\n', 'b.csv': 'n\n2\n' }), [8, 10], () => 9);
    const tables = await lab.all('large.zip', deflate64);
    assert.deepEqual(
      tables.map(({ failure }) => failure?.code),
      ['file_archive_method', 'file_archive_method'],
    );
  });

  it('is refused if its files together expand too much', async () => {
    const zeros = Buffer.alloc(40 * 1024 ** 2, 'a,b\n');
    const bomb = await zipped({ 'a-1.csv': zeros, 'a-2.csv': zeros });
    assert.equal(await lab.failureOf('bomb.zip', bomb), 'file_expands_too_much');
  });
});
