import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it, test } from 'node:test';
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
    assert.equal(await failureOf(sheet(row(number('1'), 2_000_000_000))), 'file_sheet_over_limit');
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>';
    assert.equal(await failureOf('', { 'content.xml': entities }), 'file_damaged');
    assert.equal(await lab.failureOf('cut.ods', (await fixture()).subarray(0, 1500)), 'file_damaged');
  });
});

describe('A date of an OpenDocument spreadsheet', () => {
  const datesOf = async (...values: string[]) => {
    const date = (value: string) =>
      row(
        `<table:table-cell office:value-type="date" office:date-value="${value}"><text:p>3 Feb</text:p></table:table-cell>`,
      );
    const { types, rows } = await lab.one(
      'dates.ods',
      await odsOf(sheet(row(text('d')) + values.map(date).join(''))),
    );
    return [types[0], ...rows.map(([value]) => value)];
  };

  it('keeps its time, whatever a program wrote beside it', async () => {
    assert.deepEqual(await datesOf('2026-02-03T04:05:06Z', '2026-02-04T16:20:00+02:00'), [
      'TIMESTAMP',
      '2026-02-03 04:05:06',
      '2026-02-04 16:20:00',
    ]);
    assert.deepEqual(await datesOf('2026-02-03T04:05', '2026-02-04T16:20:00,5', '2026-02-05'), [
      'TIMESTAMP',
      '2026-02-03 04:05:00',
      '2026-02-04 16:20:00.5',
      '2026-02-05 00:00:00',
    ]);
    assert.deepEqual(await datesOf('2026-02-03T04:05:06.123456789', '2026-12-31T23:59:59.9999999'), [
      'TIMESTAMP',
      '2026-02-03 04:05:06.123457',
      '2027-01-01 00:00:00',
    ]);
  });

  it('that no column of dates can have stays whole, as text', async () => {
    assert.deepEqual(await datesOf('12026-02-03T04:05:06Z', '-0044-03-15'), [
      'VARCHAR',
      '12026-02-03 04:05:06',
      '-0044-03-15',
    ]);
  });
});

test('elements are known by their namespaces, and tables that are no sheets by their place', async () => {
  const cached = `<table:dde-links><table:dde-link>${sheet(row(number('9')), 'cache')}</table:dde-link></table:dde-links>`;
  const foreign = '<o:table xmlns:o="urn:other"><o:table-row/></o:table>';
  const { rows, names } = await lab.one(
    'places.ods',
    await odsOf(foreign + sheet(row(text('n')) + row(number('1'))) + cached),
  );
  assert.deepEqual([names, rows], [['n'], [['1']]]);
  const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
  const content = `<a:document-content xmlns:a="${ODF}:office:1.0" xmlns:b="${ODF}:table:1.0" xmlns:table="urn:other" xmlns:c="${ODF}:text:1.0"><a:body><a:spreadsheet><b:table b:name="S"><b:table-row><b:table-cell a:value-type="string"><c:p>n</c:p></b:table-cell></b:table-row><b:table-row><b:table-cell a:value-type="float" a:value="7" table:number-columns-repeated="3"/></b:table-row></b:table></a:spreadsheet></a:body></a:document-content>`;
  const other = await lab.one('prefixes.ods', await odsOf('', { 'content.xml': content }));
  assert.deepEqual([other.names, other.rows], [['n'], [['7']]]);
});
