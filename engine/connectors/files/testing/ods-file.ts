import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const DECLARED = [
  ['office', `${ODF}:office:1.0`],
  ['table', `${ODF}:table:1.0`],
  ['text', `${ODF}:text:1.0`],
  ['draw', `${ODF}:drawing:1.0`],
  ['calcext', 'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0'],
]
  .map(([prefix, namespace]) => `xmlns:${prefix}="${namespace}"`)
  .join(' ');

/** A spreadsheet with these sheets, as other programs write it. */
export function odsOf(sheets: string, parts: Record<string, string> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const all: Record<string, string> = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content ${DECLARED}><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest:manifest/>',
    ...parts,
  };
  for (const [name, text] of Object.entries(all)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}
/** A sheet with these rows. */
export const sheet = (rows: string, name = 'S') => `<table:table table:name="${name}">${rows}</table:table>`;
/** A row with these cells. */
export const row = (cells: string, times = 1) =>
  `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`;
/** A cell with a text. */
export const text = (words: string) =>
  `<table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell>`;
/** A cell with a number. */
export const number = (value: string, more = '') =>
  `<table:table-cell office:value-type="float" office:value="${value}" ${more}/>`;
