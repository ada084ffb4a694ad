import { FailureError } from '../../../platform/failures/failure.ts';
import type { UploadedFile } from '../../protocol/protocol.ts';
import { encodingOfHead } from '../csv/csv.encoding.ts';
import type { FormatName, KnownFile } from './file-format.ts';
import { JsonCutter, skipBlank } from './json/json.cutter.ts';
import { readStart, type Packing } from './packed-bytes.ts';
import { filesIn, openArchive, type Archive } from './zip-entries.ts';

const HEAD = 256 * 1024;

export interface Detected {
  file: KnownFile & { packing: Packing };
  format: FormatName;
}

/** Detects what a file is from what is in it. Only for text does its name count as well. */
export async function detectFormat(file: UploadedFile): Promise<Detected> {
  const packing = await packingOf(file);
  if (packing === 'ods') return { file: { ...file, packing: 'none' }, format: 'ods' };
  if (packing === 'workbook') return { file: { ...file, packing: 'none' }, format: 'xlsx' };
  if (packing === 'archive') return { file: { ...file, packing: 'zip' }, format: 'archive' };
  const known = { ...file, packing };
  const { bytes, isWhole } = await readStart({ ...known, name: file.fileName }, HEAD);
  if (packing === 'none' && startsWith(bytes, 'PAR1')) return { file: known, format: 'parquet' };
  if (packing === 'none' && startsWith(bytes, 'SQLite format 3\0')) return { file: known, format: 'sqlite' };
  return { file: known, format: textFormat(bytes, isWhole, file.fileName) };
}

/** Detects what a file in an archive is: only text can be read from there. */
export async function detectText(file: KnownFile): Promise<FormatName> {
  const { bytes, isWhole } = await readStart({ ...file, name: file.fileName }, HEAD);
  return textFormat(bytes, isWhole, file.fileName);
}

async function packingOf(file: UploadedFile): Promise<Packing | 'workbook' | 'ods' | 'archive'> {
  const plain = { path: file.path, name: file.fileName, packing: 'none' } as const;
  const { bytes } = await readStart(plain, 64);
  const hex = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (hex.startsWith('1f8b')) return 'gzip';
  if (hex === '28b52ffd') return 'zstd';
  if (hex === 'd0cf11e0') await refuseLocked(file);
  if (hex !== '504b0304') return 'none';
  const archive = await openArchive(file.path, file.fileName);
  try {
    return await kindOfZip(archive, file);
  } finally {
    archive.close();
  }
}

async function kindOfZip(
  archive: Archive,
  file: UploadedFile,
): Promise<'workbook' | 'ods' | 'archive' | 'zip'> {
  const { entries } = archive;
  const office = () =>
    new FailureError('file_binary', { file: file.fileName, kindCode: 'office', kind: 'an Office document' });
  if (entries.has('xl/workbook.xml')) return 'workbook';
  if (entries.has('[Content_Types].xml')) throw office();
  const type = await startOf(archive, 'mimetype');
  if (!type.startsWith('application/vnd.oasis.opendocument.'))
    return filesIn(archive).length > 1 ? 'archive' : 'zip';
  if (!type.includes('.spreadsheet')) throw office();
  // With a password, the content is there without being readable, or isn't there at all.
  const manifest = await startOf(archive, 'META-INF/manifest.xml');
  if (entries.has('encrypted-package') || manifest.includes('encryption-data'))
    throw new FailureError('file_encrypted', { file: file.fileName });
  return 'ods';
}

/** Returns the beginning of one of an archive's files, or '' if it isn't there. */
async function startOf(archive: Archive, name: string): Promise<string> {
  const entry = archive.entries.get(name);
  if (!entry) return '';
  const stream = await archive.open(entry);
  let text = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (text.length > HEAD) break;
  }
  return text;
}

/** A workbook with a password is in the same container as the workbooks of old. */
async function refuseLocked({ path, fileName }: UploadedFile): Promise<void> {
  const { bytes } = await readStart({ path, name: fileName, packing: 'none' }, 4 * 1024 ** 2);
  if (Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le')))
    throw new FailureError('file_encrypted', { file: fileName });
}

const JSON_LINES = /\.(jsonl|ndjson|jsonlines)(\.\w+)?$/i;
const JSON_FILE = /\.(json|geojson)(\.\w+)?$/i;

function textFormat(bytes: Uint8Array, isWhole: boolean, fileName: string): FormatName {
  const encoding = encodingOfHead(bytes) ?? 'utf-8';
  const text =
    encoding === 'utf-8' ? bytes : Buffer.from(new TextDecoder(encoding).decode(bytes, { stream: true }));
  const isBom = text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf;
  const start = skipBlank(text, isBom ? 3 : 0, text.length);
  const first = text[start];
  const saysJson = JSON_LINES.test(fileName) || JSON_FILE.test(fileName);
  // Whatever the name says: an error page that was saved as JSON, for example, is reported as what it is.
  if (first !== 0x7b && first !== 0x5b) return 'csv';
  if (first === 0x7b && JSON_LINES.test(fileName)) return 'jsonl';
  const cutter = new JsonCutter();
  const result = cutter.cut(text, start, text.length);
  if (result === 'invalid' && !saysJson) return 'csv';
  if (result === 'incomplete' && isWhole && !saysJson) return 'csv';
  const next = skipBlank(text, cutter.next, text.length);
  if (result === 'object' && next < text.length) return text[next] === 0x7b || !isWhole ? 'jsonl' : 'json';
  return 'json';
}

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;
