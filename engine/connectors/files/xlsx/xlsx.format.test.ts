import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { FileLab } from '../testing/file-lab.ts';
import { relationships, zipOf } from '../testing/xlsx-file.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

const fixture = (name: string) => readFile(new URL(`../testing/fixtures/${name}`, import.meta.url));

/** A workbook with a sheet of these rows, as other programs write it. */
const workbookOf = (rows: string, more: Record<string, string> = {}) =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships([['main', 'officeDocument', '/xl/workbook.xml']]),
    'xl/workbook.xml': `<x:workbook xmlns:x="x" xmlns:q="${STRICT}"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="S" q:id="a"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['a', 'worksheet', '/xl/worksheets/one.xml'],
      ['b', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': '<s><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></s>',
    'xl/worksheets/one.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

describe('A workbook', () => {
  it('has a table for each sheet with cells, whose values are those that Excel shows', async () => {
    const [orders, quarters, ...others] = await lab.all('Sales.xlsx', await fixture('types.xlsx'));
    assert.deepEqual([orders!.table, quarters!.table, others], ['sales_orders', 'sales_by_quarter', []]);
    assert.deepEqual(orders!.types, [
      'BIGINT',
      'DATE',
      'TIMESTAMP',
      'TIME',
      'BOOLEAN',
      'DECIMAL(18,1)',
      'VARCHAR',
      'DECIMAL(18,1)',
      'VARCHAR',
    ]);
    assert.deepEqual(orders!.rows, [
      [
        '1',
        '2024-02-29',
        '2024-02-29 13:05:06.789',
        '07:30:00',
        'true',
        '1234.5',
        '007',
        '1234.5',
        'two\nlines & "quotes" 🦆',
      ],
      ['2', '1900-01-01', '2024-03-01 00:00:00', null, 'false', '0.1', '42', null, ' x '],
    ]);
    assert.deepEqual(
      orders!.findings.map(({ code, values }) => [code, values]),
      [
        ['file_sheet_read', { sheet: 'Orders' }],
        ['sheet_errors', { count: 1 }],
      ],
    );
  });

  it('has the names of groups, in merged cells, before those of columns', async () => {
    const [, quarters] = await lab.all('Sales.xlsx', await fixture('types.xlsx'));
    assert.deepEqual(quarters!.names, ['Shop', 'Spring April', 'Spring May', 'Total']);
    assert.deepEqual(quarters!.rows, [
      ['Porto', '1.0', '2', '3.0'],
      ['Brno', '4.5', '5', '9.5'],
    ]);
  });

  it('says where formulas have no values yet, and leaves titles out', async () => {
    const { table, names, types, rows, findings } = await lab.one(
      'may.xlsx',
      await fixture('uncalculated.xlsx'),
    );
    assert.deepEqual([table, names], ['may', ['name', 'n', 'mixed']]);
    assert.deepEqual(types, ['VARCHAR', 'BIGINT', 'VARCHAR']);
    assert.deepEqual(rows, [
      ['a', '1', 'x'],
      ['b', null, '2'],
    ]);
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['file_sheet_read', 'lines_above_header', 'sheet_uncalculated'],
    );
  });

  it('can be written in other ways: with prefixes, texts in place, days since 1904, and without addresses', async () => {
    const rows = `<row><c t="inlineStr"><is><r><t>a</t></r><r><t> day</t></r><rPh><t>x</t></rPh></is></c><c t="str"><v>n</v></c></row>
      <row/><row><c s="1"><v>0</v></c><c><v>1E-7</v></c></row><row><c s="1"><v>43890</v></c><c><v>12</v></c></row>`;
    const { names, types, rows: found } = await lab.one('odd.xlsx', await workbookOf(rows));
    assert.deepEqual(names, ['a day', 'n']);
    assert.deepEqual(types, ['DATE', 'DOUBLE']);
    assert.deepEqual(found, [
      ['1904-01-01', '1e-07'],
      ['2024-03-01', '12.0'],
    ]);
  });

  it('with a hundred thousand rows is read in parts', async () => {
    const row = (_: unknown, n: number) => `<row><c><v>${n}</v></c><c t="str"><v>row ${n}</v></c></row>`;
    const text = Array.from({ length: 100_000 }, row).join('');
    const { rows } = await lab.one('many.xlsx', await workbookOf(text), { header: 'absent' });
    assert.equal(rows.length, 100_000);
    assert.ok(rows.every(([n, name], at) => n === String(at) && name === `row ${at}`));
  });

  it('that can’t be read is refused with the reason', async () => {
    const container = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1000),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    assert.equal(await lab.failureOf('locked.xlsx', container), 'file_encrypted');
    assert.equal(await lab.failureOf('old.xls', container.subarray(0, 900)), 'file_binary');
    const file = await fixture('types.xlsx');
    assert.equal(await lab.failureOf('cut.xlsx', file.subarray(0, 3000)), 'file_damaged');
    assert.equal(await lab.failureOf('none.xlsx', await workbookOf('')), 'file_empty');
    assert.equal(await lab.failureOf('torn.xlsx', await workbookOf('<row><c><v>1</row>')), 'file_damaged');
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>';
    const bomb = await workbookOf('', { 'xl/worksheets/one.xml': entities });
    assert.equal(await lab.failureOf('bomb.xlsx', bomb), 'file_damaged');
    const wide = await workbookOf('<row><c r="ZZZ1"><v>1</v></c></row>');
    assert.equal(await lab.failureOf('wide.xlsx', wide), 'file_too_many_columns');
  });
});
