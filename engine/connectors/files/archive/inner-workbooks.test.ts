import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { FULL_REFRESH_OVERWRITE } from '@headwater/protocol/protocol';
import { files } from '../files.connector.ts';
import { FileLab } from '../testing/file-lab.ts';
import { number, odsOf, row, sheet, text } from '../testing/ods-file.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

const fixture = (name: string) => readFile(new URL(`../testing/fixtures/${name}`, import.meta.url));

function zipped(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** Nothing of what was unpacked may be left. */
async function leftovers(): Promise<string[]> {
  return (await readdir(lab.folder)).filter((name) => name.startsWith('unpacked'));
}

const monthly = (...names: [sheet: string, value: string][]) =>
  odsOf(
    names
      .map(([name, value]) => sheet(row(text('shop') + text('n')) + row(text('A') + number(value)), name))
      .join(''),
  );

async function databaseOf(script: string): Promise<Buffer> {
  const path = join(lab.folder, 'made.db');
  const database = new DatabaseSync(path);
  database.exec(script);
  database.close();
  return readFile(path);
}

describe('Files in an archive that must be read from any place in them', () => {
  it('are read as if they were uploaded by themselves', async () => {
    const contents = {
      'Sales.xlsx': await fixture('types.xlsx'),
      'types.ods': await fixture('types.ods'),
      'int96.parquet': await fixture('int96.parquet'),
      'shop.db': await databaseOf(
        'create table goods (id integer primary key, name); insert into goods values (1, 7)',
      ),
    };
    const within = await lab.all('all.zip', await zipped({ ...contents, 'n.csv': 'n\n1\n' }));
    const alone = [];
    for (const [name, content] of Object.entries(contents)) alone.push(...(await lab.all(name, content)));
    assert.equal(within.length, alone.length + 1);
    for (const one of alone) {
      const same = within.find(({ names }) => names.join() === one.names.join())!;
      assert.deepEqual([same.types, same.rows, same.failure], [one.types, one.rows, null]);
      assert.ok(same.rows.length > 0);
    }
    const names = within.map(({ table }) => table).toSorted();
    assert.deepEqual(names.slice(0, 4), ['int96', 'n', 'sales_by_quarter', 'sales_orders']);
    assert.deepEqual(await leftovers(), []);
  });

  it('can be the only one there, or packed in another way', async () => {
    const [workbook, parquet] = [await fixture('types.xlsx'), await fixture('int96.parquet')];
    assert.deepEqual(
      (await lab.all('Sales.zip', await zipped({ 'Sales.xlsx': workbook }))).map(({ table }) => table),
      ['sales_orders', 'sales_by_quarter'],
    );
    const { rows } = await lab.one('int96.parquet', parquet);
    for (const [name, packed] of [
      ['int96.parquet.gz', gzipSync(parquet)],
      ['int96.parquet.zst', zstdCompressSync(parquet)],
      ['int96.zip', await zipped({ 'int96.parquet': parquet })],
    ] as const) {
      const found = await lab.one(name, packed);
      assert.deepEqual([found.table, found.rows], ['int96', rows]);
    }
    assert.deepEqual(await leftovers(), []);
  });

  it('are one table for each sheet, if they only differ in numbers and dates', async () => {
    const tables = await lab.all(
      'year.zip',
      await zipped({
        '2024-01.ods': await monthly(['Sales', '1']),
        '2024-02.ods': await monthly(['Sales', '2.5'], ['Costs', '7']),
      }),
    );
    assert.deepEqual(
      tables.map(({ rows }) => rows),
      [
        [
          ['A', '1.0', '2024-01.ods'],
          ['A', '2.5', '2024-02.ods'],
        ],
        [['A', '7']],
      ],
    );
    const parquet = await fixture('int96.parquet');
    const [united, ...others] = await lab.all(
      'p.zip',
      await zipped({ 'part-1.parquet': parquet, 'part-2.parquet': parquet }),
    );
    const alone = await lab.one('int96.parquet', parquet);
    assert.deepEqual([others, united!.table, united!.names.at(-1)], [[], 'part', '_source_file']);
    assert.deepEqual(
      united!.rows.map((cells) => cells.slice(0, -1)),
      [...alone.rows, ...alone.rows],
    );
    assert.deepEqual(await leftovers(), []);
  });

  it('that can’t be read fail what they may be a part of, and nothing else', async () => {
    const workbook = await fixture('types.xlsx');
    const locked = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1000),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    const tables = await lab.all(
      'mixed.zip',
      await zipped({
        'a-1.xlsx': workbook,
        'a-2.xlsx': workbook,
        'a-3.xlsx': locked,
        'b.csv': 'n\n1\n',
        'cut.xlsx': workbook.subarray(0, 3000),
        'inner.zip': await zipped({ 'x.csv': 'n\n1\n' }),
        'inner.docx': await zipped({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }),
        'torn.parquet': (await fixture('int96.parquet')).subarray(0, 900),
      }),
    );
    assert.deepEqual(
      tables.map(({ table, failure }) => [table, failure?.code, failure?.values.file]),
      [
        ['a_orders', 'file_encrypted', 'a-3.xlsx'],
        ['a_by_quarter', 'file_encrypted', 'a-3.xlsx'],
        ['b', undefined, undefined],
        ['cut', 'file_damaged', 'cut.xlsx'],
        ['inner_docx', 'file_binary', 'inner.docx'],
        ['inner', 'file_archive_nested', 'inner.zip'],
        ['torn', 'file_damaged', 'torn.parquet'],
      ],
    );
    assert.equal(
      await lab.failureOf('twice.zip', await zipped({ 'x.zip': await zipped({ 'x.csv': 'n\n1\n' }) })),
      'file_archive_nested',
    );
    assert.deepEqual(await leftovers(), []);
  });

  it('aren’t left on the disk by a read that ends early', async () => {
    const path = join(lab.folder, 'upl_ended');
    const content = await zipped({ 'a.xlsx': await fixture('types.xlsx'), 'b.csv': 'n\n1\n' });
    await writeFile(path, content);
    const upload = { path, fileName: 'ended.zip', bytes: content.length, sha256: '' };
    const context = lab.context(new Map([['upl_ended', upload]]));
    const configuration = { files: [{ uploadId: 'upl_ended' }] };
    const streams = await files.discover(configuration, context);
    const catalog = streams
      .filter(({ name }) => name.includes('a.xlsx'))
      .map((stream) => ({ ...FULL_REFRESH_OVERWRITE, ...stream, tableName: stream.suggestedTableName }));
    assert.equal(catalog.length, 2);
    let during: string[] = [];
    for await (const message of files.read(configuration, catalog, new Map(), context)) {
      if (message.type !== 'RECORDS') continue;
      during = await leftovers();
      break;
    }
    assert.equal(during.length, 1, 'it was read from the disk');
    assert.deepEqual(await leftovers(), []);
    const canceled = { ...context, signal: AbortSignal.abort() };
    const draining = async () => {
      for await (const _ of files.read(configuration, catalog, new Map(), canceled));
    };
    await assert.rejects(draining());
    assert.deepEqual(await leftovers(), []);
  });
});
