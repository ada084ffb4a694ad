import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const KINDS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export interface TestSheet {
  name: string;
  /** Elements of rows. */
  rows: string;
}

export interface TestWorkbook {
  /** What is before the sheets, and behind them. */
  properties?: string;
  extensions?: string;
  /** IDs of number formats, one for each style of a cell. The first style has none. */
  formats?: number[];
  /** Where parts are, as relationships say, and what their entries are called if that's something else. */
  styles?: string;
  worksheet?: string;
  entry?: string;
  texts?: string[];
  /** Parts instead of these. */
  parts?: Record<string, string>;
}

/** A workbook with these sheets, as Excel writes it. */
export function xlsxOf(sheets: readonly TestSheet[], given: TestWorkbook = {}): Promise<Buffer> {
  const { properties = '', extensions = '', formats = [14, 21, 22], styles = 'styles.xml', texts } = given;
  const pathOf = (at: number) => (given.worksheet ?? 'worksheets/sheet#.xml').replace('#', String(at + 1));
  const relations = [
    ...sheets.map((_, at) => [`s${at}`, 'worksheet', pathOf(at)] as const),
    ['styles', 'styles', styles] as const,
    ...(texts ? [['texts', 'sharedStrings', 'sharedStrings.xml'] as const] : []),
  ];
  const listed = sheets.map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"/>`);
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    '_rels/.rels': relationships([['main', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${KINDS}">${properties}<sheets>${listed.join('')}</sheets>${extensions}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(relations),
    [partAt(styles)]:
      `<styleSheet xmlns="${MAIN}"><cellXfs>${[0, ...formats].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    ...(texts && {
      'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    }),
  };
  for (const [at, { rows }] of sheets.entries())
    parts[partAt(given.entry ?? pathOf(at))] =
      `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
  return zipOf({ ...parts, ...given.parts });
}

export function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

export const relationships = (found: readonly (readonly [id: string, kind: string, target: string])[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${found
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${KINDS}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const partAt = (path: string) => (path.startsWith('/') ? path.slice(1) : `xl/${path}`);

/** A row with these cells. */
export const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
/** A cell with a text, or with a number in a style. */
export const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
export const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
