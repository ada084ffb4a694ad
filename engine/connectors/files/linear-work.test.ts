import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { files } from './files.connector.ts';
import { FileLab } from './testing/file-lab.ts';
import { number, row, text, xlsxOf } from './testing/xlsx-file.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

/** Returns how many seconds of the processor a file's discovery takes. */
async function secondsFor(fileName: string, content: string | Buffer): Promise<number> {
  const path = join(lab.folder, fileName);
  await writeFile(path, content);
  const upload = { path, fileName, bytes: Buffer.byteLength(content), sha256: '' };
  const start = process.cpuUsage();
  const [stream] = await files.discover(
    { files: [{ uploadId: 'upl_1' }] },
    lab.context(new Map([['upl_1', upload]])),
  );
  const { user, system } = process.cpuUsage(start);
  assert.ok(stream);
  await rm(path);
  return (user + system) / 1e6;
}

/** Whatever else the machine does, four times as much never takes as long as it would with squares: sixteen times. */
async function requireLinear(fileOf: (times: number) => Promise<string | Buffer> | string, name: string) {
  await secondsFor(name, await fileOf(1)); // what is only compiled once
  const [one, four] = [await secondsFor(name, await fileOf(2)), await secondsFor(name, await fileOf(8))];
  assert.ok(four < 8 * one + 0.5, `${one} s, and ${four} s for four times as much`);
}

describe('Discovery takes as long as what was sent is large:', () => {
  const line = '12345,some text here,3.5,2026-01-01\n';
  const csv = (each: string, times: number) => `id,name,n,day\n${each.repeat(times)}`;

  it('one quote that opens and never closes', () =>
    requireLinear((times) => csv('', 0) + '"' + line.repeat(times * 100_000), 'quote.csv'));

  it('a quote that opens in each line', () =>
    requireLinear((times) => csv('1,"some text,3.5,2026-01-01\n', times * 20_000), 'quotes.csv'));

  it('lines that all end early', () => requireLinear((times) => csv('1,a\n', times * 100_000), 'short.csv'));

  it('a workbook of rows without cells', () =>
    requireLinear((times) => {
      const empty = '<row r="9"/>'.repeat(times * 200_000);
      return xlsxOf([{ name: 'S', rows: row(text('n')) + row(number(1)) + empty }]);
    }, 'empty.xlsx'));
});
