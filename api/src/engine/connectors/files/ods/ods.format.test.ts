import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { FileLab } from '../testing/file-lab.ts';
import { number, odsOf, row, sheet, text } from '../testing/ods-file.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

const fixture = () => readFile(new URL('../testing/fixtures/types.ods', import.meta.url));

describe('An OpenDocument spreadsheet', () => {
  it('has a table for each sheet with cells, whose values are those that are shown', async () => {
    const [orders, quarters, ...others] = await lab.all('Sales.ods', await fixture());
    assert.deepEqual([orders!.table, quarters!.table, others], ['sales_orders', 'sales_by_quarter', []]);
    assert.deepEqual(orders!.types, [
      'BIGINT',
      'DATE',
      'TIMESTAMP',
      'TIME',
      'BOOLEAN',
      'DECIMAL(18,1)',
      'VARCHAR',
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
        'two   spaced\nlines & "quotes" 🦆',
      ],
      ['2', '1900-01-01', '2024-03-01 00:00:00', null, 'false', '0.1', '42', 'x'],
    ]);
    assert.deepEqual(orders!.findings, [
      { code: 'file_ods_read', values: { sheet: 'Orders' }, message: 'OpenDocument, sheet Orders.' },
    ]);
    assert.deepEqual(quarters!.names, ['Shop', 'Spring April', 'Spring May', 'Total']);
    assert.deepEqual(quarters!.rows, [
      ['Porto', '1.0', '2', '3.0'],
      ['Brno', '4.5', '5', '9.5'],
    ]);
  });

  it('repeats cells and rows as it says, and leaves out what is only beside them', async () => {
    const header = row(text('a') + text('b') + text('c'));
    const aside = '<draw:frame><draw:text-box><text:p>no</text:p></draw:text-box></draw:frame>';
    const table = await lab.one(
      'many.ods',
      await odsOf(
        sheet(
          header +
            row(number('1', 'table:number-columns-repeated="2"') + text(` x\n  y${aside} `), 2_500) +
            row('<table:table-cell table:number-columns-repeated="16384"/>', 1_000_000) +
            row(number('2') + '<table:covered-table-cell/>' + text('z')),
        ),
      ),
    );
    assert.equal(table.rows.length, 2_501);
    assert.deepEqual(table.rows[2_499], ['1', '1', 'x y']);
    assert.deepEqual(table.rows[2_500], ['2', null, 'z']);
  });

  it('says where formulas failed, or have no values yet', async () => {
    const failed =
      '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>';
    const old =
      '<table:table-cell table:formula="oooc:=x" office:value-type="float" office:value="0"><text:p>Err:502</text:p></table:table-cell>';
    const { rows, types, findings } = await lab.one(
      'errors.ods',
      await odsOf(
        sheet(
          row(text('n') + text('m')) +
            row(number('1') + number('7')) +
            row(failed + number('8')) +
            row(old + number('9')) +
            row('<table:table-cell table:formula="of:=1"/>' + number('10')),
        ),
      ),
    );
    assert.deepEqual(types, ['BIGINT', 'BIGINT']);
    assert.deepEqual(
      rows.map(([n]) => n),
      ['1', null, null, null],
    );
    assert.deepEqual(
      findings.map(({ code, values }) => [code, values.count]),
      [
        ['file_ods_read', undefined],
        ['sheet_errors', 2],
        ['sheet_uncalculated', 1],
      ],
    );
  });

  it('keeps durations of more than a day as they are shown', async () => {
    const time = (value: string) =>
      `<table:table-cell office:value-type="time" office:time-value="${value}"/>`;
    const { rows, types } = await lab.one(
      'times.ods',
      await odsOf(sheet(row(text('t')) + row(time('PT8H5M0.25S')) + row(time('PT26H00M00S')))),
    );
    assert.deepEqual([types, rows], [['VARCHAR'], [['08:05:00.25'], ['26:00:00']]]);
  });

  it('that can’t be read is refused with the reason', async () => {
    const failureOf = async (sheets: string, parts?: Record<string, string>) =>
      lab.failureOf('bad.ods', await odsOf(sheets, parts));
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>';
    assert.equal(await failureOf('', { 'META-INF/manifest.xml': manifest }), 'file_encrypted');
    assert.equal(await failureOf('', { 'encrypted-package': 'x' }), 'file_encrypted');
    assert.equal(await failureOf('', { mimetype: 'application/vnd.oasis.opendocument.text' }), 'file_binary');
    assert.equal(await failureOf(sheet('')), 'file_empty');
    assert.equal(await failureOf(sheet(row('<table:table-cell>'))), 'file_damaged');
    const wide = number('1', 'table:number-columns-repeated="16384"');
    assert.equal(await failureOf(sheet(row(wide))), 'file_too_many_columns');
    assert.equal(await failureOf(sheet(row(number('1'), 2_000_000_000))), 'file_sheet_too_large');
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>';
    assert.equal(await failureOf('', { 'content.xml': entities }), 'file_damaged');
    assert.equal(await lab.failureOf('cut.ods', (await fixture()).subarray(0, 1500)), 'file_damaged');
  });
});
