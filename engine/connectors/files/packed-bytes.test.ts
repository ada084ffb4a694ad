import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { FileLab } from './testing/file-lab.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

function zipped(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

describe('A compressed file', () => {
  const text = `a;b\n${Array.from({ length: 100_000 }, (_, n) => `${n};"x\ny ${n}"\n`).join('')}`;

  it('is read like the one inside, whatever compressed it', async () => {
    const files: [string, Uint8Array][] = [
      ['rows.csv.gz', gzipSync(text)],
      ['rows.csv.zst', zstdCompressSync(text)],
      ['rows.zip', await zipped({ 'folder/rows.csv': text, '__MACOSX/folder/._rows.csv': 'x' })],
    ];
    for (const [name, content] of files) {
      const { table, types, rows } = await lab.one(name, content);
      assert.deepEqual([name, table, types, rows.length], [name, 'rows', ['BIGINT', 'VARCHAR'], 100_000]);
      assert.deepEqual(rows.at(-1), ['99999', 'x\ny 99999']);
    }
  });

  it('can be JSON', async () => {
    const { rows } = await lab.one('a.jsonl.gz', gzipSync('{"a":1}\n{"a":2}\n'));
    assert.deepEqual(rows, [['1'], ['2']]);
  });

  it('in another encoding is recognized as well', async () => {
    const { rows } = await lab.one('a.csv.gz', gzipSync(Buffer.from('a,b\n1,größe\n', 'latin1')));
    assert.deepEqual(rows, [['1', 'größe']]);
  });

  it('that isn’t whole is refused', async () => {
    const cut = gzipSync(text).subarray(0, 50_000);
    assert.equal(await lab.failureOf('rows.csv.gz', cut), 'file_damaged');
    const zip = await zipped({ 'rows.csv': text });
    assert.equal(await lab.failureOf('rows.zip', zip.subarray(0, 50_000)), 'file_damaged');
    const altered = Buffer.from(await zipped({ 'rows.csv': 'a,b\n1,2\n' }));
    altered[altered.indexOf('rows.csv') + 12]! ^= 0xff;
    assert.equal(await lab.failureOf('rows.zip', altered), 'file_damaged');
  });

  it('that expands without end is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 ** 2, 'a,b\n'));
    assert.equal(await lab.failureOf('bomb.csv.gz', bomb), 'file_expands_too_much');
  });

  it('with no file, or within another one is refused', async () => {
    const row = 'a,b\n1,2\n';
    assert.equal(await lab.failureOf('none.zip', await zipped({ '__MACOSX/x': row })), 'file_archive_many');
    assert.equal(await lab.failureOf('twice.csv.gz', gzipSync(gzipSync(row))), 'file_binary');
  });
});
