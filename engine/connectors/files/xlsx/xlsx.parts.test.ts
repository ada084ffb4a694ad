import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FileLab } from '../testing/file-lab.ts';
import { number, relationships, row, text, xlsxOf, type TestWorkbook } from '../testing/xlsx-file.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

/** Two moments in the third style, which is a moment's. */
const VISITS =
  row(text('visit'), text('seen')) + row(number(5), number(44200.25, 3)) + row(number(6), number(44931.5, 3));
const SEEN = [
  ['5', '2021-01-04 06:00:00'],
  ['6', '2023-01-05 12:00:00'],
];
const visitsOf = async (given: TestWorkbook) =>
  (await lab.one('visits.xlsx', await xlsxOf([{ name: 'Log', rows: VISITS }], given))).rows;
const extension = (element: string) =>
  `<extLst><ext uri="{140A}" xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main">${element}</ext></extLst>`;

describe('The parts of a workbook', () => {
  const since1904 = SEEN.map(([visit, seen]) => [
    visit,
    seen!.replace('01-04', '01-05').replace('01-05 12', '01-06 12'),
  ]);
  const later = since1904.map(([visit, seen]) => [
    visit,
    `${Number(seen!.slice(0, 4)) + 4}${seen!.slice(4)}`,
  ]);

  it('say by elements of their own namespace since when days count', async () => {
    const properties = '<workbookPr date1904="1"/>';
    const extensions = [
      extension('<x15:workbookPr chartTrackingRefBase="1"/>'),
      '<x:workbookPr xmlns:x="urn:other" date1904="0"/>',
      extension('<x15:a><workbookPr date1904="0"/></x15:a>'),
      '<a><workbookPr date1904="0"/></a>',
    ];
    for (const one of extensions)
      assert.deepEqual(await visitsOf({ properties, extensions: one }), later, one);
    const other = extension('<x15:workbookPr date1904="1"/>');
    assert.deepEqual(await visitsOf({ extensions: other }), SEEN);
    const compatible = (inner: string) =>
      `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">${inner}</mc:AlternateContent>`;
    const choice = '<mc:Choice Requires="x15"><workbookPr date1904="0"/></mc:Choice>';
    const both = compatible(`${choice}<mc:Fallback><workbookPr date1904="1"/></mc:Fallback>`);
    assert.deepEqual(await visitsOf({ properties: both }), later);
  });

  it('are where their relationships say, in any case of letters', async () => {
    assert.deepEqual(await visitsOf({ styles: 'look/formats.xml' }), SEEN);
    assert.deepEqual(await visitsOf({ styles: '/formats.xml' }), SEEN);
    assert.deepEqual(await visitsOf({ worksheet: 'Worksheets/Log.xml', entry: 'worksheets/LOG.XML' }), SEEN);
    assert.deepEqual(
      await visitsOf({ worksheet: 'worksheets/my%20log.xml', entry: 'worksheets/my log.xml' }),
      SEEN,
    );
    assert.deepEqual(await visitsOf({ worksheet: '/pages/1.xml' }), SEEN);
  });

  it('can be elsewhere altogether, in a strict file whose names have prefixes', async () => {
    const main = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
    const kinds = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const parts = {
      '_rels/.rels': relationships([['x', 'officeDocument', '/Book/Main.xml']]),
      'book/main.xml': `<p:workbook xmlns:p="${main}"><p:sheets><p:sheet xmlns:k="${kinds}" name="S" k:id="z"/></p:sheets></p:workbook>`,
      'book/_rels/main.xml.rels': relationships([
        ['z', 'worksheet', 'page'],
        ['y', 'sharedStrings', 'words'],
      ]),
      'book/page': `<p:worksheet xmlns:p="${main}"><p:sheetData><p:row><p:c t="s"><p:v>0</p:v></p:c></p:row><p:row><p:c><p:v>3</p:v></p:c></p:row></p:sheetData></p:worksheet>`,
      'book/words': `<p:sst xmlns:p="${main}"><p:si><p:t>n</p:t><p:rPh><p:t>x</p:t></p:rPh></p:si></p:sst>`,
    };
    const { names, rows } = await lab.one('strict.xlsx', await xlsxOf([], { parts }));
    assert.deepEqual([names, rows], [['n'], [['3']]]);
  });

  it('lead to a refusal if one is missing, rather than to other values', async () => {
    const styles = relationships([
      ['s0', 'worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles', 'gone.xml'],
    ]);
    const file = await xlsxOf([{ name: 'Log', rows: VISITS }], {
      parts: { 'xl/_rels/workbook.xml.rels': styles },
    });
    assert.equal(await lab.failureOf('lost.xlsx', file), 'file_damaged');
  });

  it('that say how a cell looks when a condition holds say nothing about other cells', async () => {
    const parts = {
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="1"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf/><xf/><xf numFmtId="170"/></cellXfs><dxfs><dxf><numFmt numFmtId="170" formatCode="0.00"/></dxf></dxfs></styleSheet>`,
    };
    assert.deepEqual(await visitsOf({ parts }), SEEN);
  });
});

describe('A cell of a workbook', () => {
  const columnOf = async (...cells: string[]) => {
    const rows = row(text('n'), text('v')) + cells.map((cell, at) => row(number(at + 1), cell)).join('');
    const { types, rows: found } = await lab.one('cells.xlsx', await xlsxOf([{ name: 'S', rows }]));
    return [types[1], ...found.map(([, value]) => value)];
  };
  const iso = (value: string) => `<c t="d"><v>${value}</v></c>`;

  it('has the text that is in place, without the value beside it', async () => {
    const words = '<is><r><t>Q2</t></r><r><t xml:space="preserve"> red</t></r></is>';
    assert.deepEqual(await columnOf(`<c t="inlineStr">${words}<v>2</v></c>`), ['VARCHAR', 'Q2 red']);
    assert.deepEqual(await columnOf(`<c t="inlineStr"><v>2</v>${words}</c>`), ['VARCHAR', 'Q2 red']);
    assert.deepEqual(await columnOf(`<c t="inlineStr"><v>Q2</v></c>`), ['VARCHAR', 'Q2']);
    assert.deepEqual(await columnOf(`<c>${words}</c>`), ['VARCHAR', 'Q2 red']);
    assert.deepEqual(await columnOf(`<c>${words}<v>2</v></c>`), ['BIGINT', '2']);
  });

  it('with a number beside words has the 15 digits that Excel shows', async () => {
    assert.deepEqual(
      await columnOf(
        number('1234.0999999999999'),
        text('unknown'),
        number('0.30000000000000004'),
        number('89608.039999999994'),
        number('-1.1000000000000001'),
        number('1.5E-7'),
        number('12345678901234567'),
        number('100000000000000.5'),
      ),
      [
        'VARCHAR',
        '1234.1',
        'unknown',
        '0.3',
        '89608.04',
        '-1.1',
        '1.5E-7',
        '12345678901234567',
        '100000000000001',
      ],
    );
  });

  it('with a number among numbers has the fewest digits of the number that is in the file', async () => {
    const found = await columnOf(number('89608.039999999994'), number('1234.0999999999999'), number('5'));
    assert.deepEqual(found, ['DOUBLE', '89608.04', '1234.1', '5.0']);
    assert.deepEqual(await columnOf(number('0.30000000000000004')), [
      'DECIMAL(18,17)',
      '0.30000000000000004',
    ]);
    const exact = '12345678901234567890.12';
    assert.deepEqual(await columnOf(number(exact)), ['DECIMAL(38,2)', exact]);
  });

  it('with a date in ISO 8601 is a civil time, beside days that are counted as well', async () => {
    assert.deepEqual(await columnOf(iso('2026-06-01T08:30:00.000Z'), iso('2026-06-02T17:45:30.000Z')), [
      'TIMESTAMP',
      '2026-06-01 08:30:00',
      '2026-06-02 17:45:30',
    ]);
    assert.deepEqual(await columnOf(iso('2026-06-01T08:30:00+02:00'), number(44200, 1)), [
      'TIMESTAMP',
      '2026-06-01 08:30:00',
      '2021-01-04 00:00:00',
    ]);
    assert.deepEqual(await columnOf(iso('2026-06-01'), number(44200, 1)), [
      'DATE',
      '2026-06-01',
      '2021-01-04',
    ]);
    assert.deepEqual(await columnOf(iso('T08:30:00'), number(0.5, 2)), ['TIME', '08:30:00', '12:00:00']);
    assert.deepEqual(await columnOf(iso('2026-02-30'), iso('soon')), ['VARCHAR', '2026-02-30', 'soon']);
  });
});
