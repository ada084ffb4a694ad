import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { FileLab } from '../testing/file-lab.ts';
import { number as odsNumber, odsOf, row as odsRow, sheet, text as odsText } from '../testing/ods-file.ts';
import { number, row, text, xlsxOf } from '../testing/xlsx-file.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

const LARGE = 'x'.repeat(RECORD_LIMIT + 1);
const fine = { name: 'Fine', rows: row(text('n')) + row(number(1)) };

/** Checks a workbook with a sheet that can't be read beside one that can. Returns the failure. */
async function failureBeside(rows: string, given = {}) {
  const file = await xlsxOf([{ name: 'Bad', rows }, fine], given);
  const tables = await lab.all('large.xlsx', file);
  const other = tables.find(({ failure }) => failure === null);
  assert.deepEqual(other?.rows, [['1']]);
  const { code, values } = tables.find(({ failure }) => failure !== null)!.failure!;
  return { code, values };
}

describe('A cell that is larger than a row may be', () => {
  const refusal = (cell: string) => ({
    code: 'file_cell_too_large',
    values: { file: 'large.xlsx', cell, mebibytes: 20 },
  });

  it('is named, and the other sheets are read', async () => {
    const head = row(text('a'), text('b'));
    assert.deepEqual(await failureBeside(head + row(text('x'), text(LARGE))), refusal('Bad!B2'));
    assert.deepEqual(await failureBeside(head + row(`<c t="str"><v>${LARGE}</v></c>`)), refusal('Bad!A2'));
    const half = text(LARGE.slice(0, RECORD_LIMIT / 2 + 1));
    assert.deepEqual(await failureBeside(head + row(half, half)), refusal('Bad!B2'));
    const runs = `<r><t>${LARGE.slice(0, 1_000_000)}</t></r>`.repeat(22);
    assert.deepEqual(
      await failureBeside(head + row(`<c t="inlineStr"><is>${runs}</is></c>`)),
      refusal('Bad!A2'),
    );
  });

  it('is named where its text is stored apart from it', async () => {
    const texts = ['<t>a</t>', `<t>${LARGE}</t>`, '<t>z</t>'];
    const shared = (at: number) => `<c t="s"><v>${at}</v></c>`;
    const rows = row(shared(0), shared(0)) + row(text('x'), shared(1));
    assert.deepEqual(await failureBeside(rows, { texts }), refusal('Bad!B2'));
  });

  it('is named in an OpenDocument spreadsheet', async () => {
    const file = await odsOf(
      sheet(odsRow(odsText('a') + odsText('b')) + odsRow(odsText('x') + odsText(LARGE)), 'Log') +
        sheet(odsRow(odsText('n')) + odsRow(odsNumber('1')), 'Fine'),
    );
    const [table, other] = await lab.all('large.ods', file);
    assert.deepEqual(other?.rows, [['1']]);
    assert.deepEqual(table!.failure?.code, 'file_cell_too_large');
    assert.equal(table!.failure?.values.cell, 'Log!B2');
  });
});

describe('A sheet of an OpenDocument spreadsheet', () => {
  it('that is wider or longer than a table can be concerns no other one', async () => {
    const fine = sheet(odsRow(odsText('n')) + odsRow(odsNumber('1')), 'Fine');
    const wide = sheet(odsRow(odsText('a').repeat(1_001)), 'Wide');
    const long = sheet(odsRow(odsText('a'), 2_000_000), 'Long');
    const tables = await lab.all('parts.ods', await odsOf(wide + long + fine));
    assert.deepEqual(
      tables.map(({ failure, rows }) => [failure?.code ?? null, rows]),
      [
        ['file_too_many_columns', []],
        ['file_sheet_over_limit', []],
        [null, [['1']]],
      ],
    );
  });
});

describe('A sheet with next to nothing in it', () => {
  it('is refused once it costs more than its values are worth', async () => {
    const { code, values } = await failureBeside(row(text('n')) + '<row r="9"/>'.repeat(23_000_000));
    assert.deepEqual(
      [code, values.sheet, values.what, values.limit],
      ['file_sheet_over_limit', 'Bad', 'empty', 256],
    );
  });

  it('is read where only formats fill it', async () => {
    const rows = row(text('n')) + row(number(1)) + '<row><c s="1"/><c s="2"/></row>'.repeat(100_000);
    const { rows: found } = await lab.one('formats.xlsx', await xlsxOf([{ name: 'S', rows }]));
    assert.deepEqual(found, [['1']]);
  });

  it('has as many rows as spreadsheets can have', async () => {
    const { code, values } = await failureBeside(`<row r="1048577"><c><v>1</v></c></row>`);
    assert.deepEqual([code, values.what, values.limit], ['file_sheet_over_limit', 'rows', 1_048_576]);
  });
});
