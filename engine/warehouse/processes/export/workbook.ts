import type { PageColumn } from '../../sql/page-column.ts';

/** The positions of the cells' styles in `STYLE_SHEET`. */
export const STYLES = {
  plain: 0,
  head: 1,
  date: 2,
  seconds: 3,
  milliseconds: 4,
  clock: 5,
  clock_milliseconds: 6,
} as const;

/** Stands for the number of a row until it is written. XML can't contain it. */
export const PLACE = '\x01';

/** Returns the address of a cell: `A`, `B`, … `Z`, `AA`, and the number of its row, or the place for it. */
export function addressOf(column: number, row: number | string = PLACE): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter + row : addressOf(Math.floor(column / 26) - 1, letter + row);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const STYLE_SHEET = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="5"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy-mm-dd hh:mm:ss.000"/><numFmt numFmtId="167" formatCode="[hh]:mm:ss"/><numFmt numFmtId="168" formatCode="[hh]:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf numFmtId="167" applyNumberFormat="1"/><xf numFmtId="168" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** The parts of an Excel file besides its sheet, by their names. */
export const partsOf = (tableName: string): [name: string, content: string][] => [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets><sheet name="${escaped(sheetName(tableName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', STYLE_SHEET],
];

/** The name of the sheet's part. */
export const SHEET = 'xl/worksheets/sheet1.xml';

/** Returns what precedes the rows: widths, and a row with the columns' names that stays in view. */
export function sheetHead(shown: readonly PageColumn[]): string {
  const widths = shown.map(
    ({ type }, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(type)}" customWidth="1"/>`,
  );
  const names = shown.map(
    ({ name }, at) =>
      `<c r="${addressOf(at, 1)}" s="${STYLES.head}" t="inlineStr"><is><t xml:space="preserve">${escaped(name)}</t></is></c>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${names.join('')}</row>`;
}

export const SHEET_END = '</sheetData></worksheet>';

/** In characters. Excel shows dates that don't fit as ####. */
function widthOf(type: string): number {
  if (type.startsWith('TIMESTAMP')) return 23;
  return type === 'BOOLEAN' || type === 'SMALLINT' || type === 'DATE' ? 12 : 18;
}

/** Excel allows 31 characters, none of these, and no apostrophe at either end. */
const sheetName = (tableName: string): string =>
  [...tableName.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')]
    .slice(0, 15)
    .join('')
    .replaceAll(/^[\s']+|[\s']+$/g, '') || 'Data';

const escaped = (text: string): string =>
  text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // eslint-disable-next-line no-control-regex -- XML can't contain them
    .replaceAll(/[\x00-\x08\x0B-\x1F\uFFFE\uFFFF]/g, (letter) => {
      return `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
