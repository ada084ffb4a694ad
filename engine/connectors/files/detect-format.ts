import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext, UploadedFile } from '@headwater/protocol/protocol';
import { encodingOfHead } from './csv/csv.encoding.ts';
import type { FormatName, KnownFile } from './file-format.ts';
import { JsonCutter, skipBlank } from './json/json.cutter.ts';
import { readStart, type Packing } from './packed-bytes.ts';
import { unpackedFile } from './unpacked-file.ts';
import { OfficePackage } from './xlsx/xlsx.package.ts';
import { filesIn, openArchive, type Archive } from './zip-entries.ts';

const HEAD = 256 * 1024;
const ZIP = 'PK\x03\x04';
/** The first element of a workbook's main part. That of a binary one is no XML. */
const WORKBOOK = /<([\w.-]+:)?workbook[\s>]/;
const OLD_OFFICE = '\xd0\xcf\x11\xe0';

type Context = Pick<ConnectorContext, 'temporaryFolder' | 'signal'>;

export interface Detected {
  file: KnownFile & { packing: Packing };
  format: FormatName;
}

/** Detects what a file is from what is in it. Only for text does its name count as well. */
export async function detectFormat(file: UploadedFile, context: Context): Promise<Detected> {
  const packing = await packingOf(file);
  if (packing === 'xlsx' || packing === 'ods') return { file: { ...file, packing: 'none' }, format: packing };
  if (packing === 'archive') return { file: { ...file, packing: 'zip' }, format: 'archive' };
  const known = { ...file, packing };
  return { file: known, format: await detectContent(known, context) };
}

/** Detects what is in a file that may be packed. */
export async function detectContent(file: KnownFile, context: Context): Promise<FormatName> {
  const { bytes, isWhole } = await readStart({ ...file, name: file.fileName }, HEAD);
  if (startsWith(bytes, 'PAR1')) return 'parquet';
  if (startsWith(bytes, 'SQLite format 3\0')) return 'sqlite';
  if (startsWith(bytes, OLD_OFFICE)) await refuseLocked(file);
  if (startsWith(bytes, ZIP)) return packedZip(file, context);
  return textFormat(bytes, isWhole, file.fileName);
}

/** What is in a zip file is listed at its end. Workbooks are such files; any other within a packed file is refused. */
async function packedZip(packed: KnownFile, context: Context): Promise<FormatName> {
  const { file, remove } = await unpackedFile(packed, context);
  try {
    const kind = await kindOfZipFile(file);
    if (kind === 'xlsx' || kind === 'ods') return kind;
    throw new FailureError('file_archive_nested', { file: file.fileName });
  } finally {
    await remove();
  }
}

async function packingOf(file: UploadedFile): Promise<Packing | ZipKind> {
  const plain = { path: file.path, name: file.fileName, packing: 'none' } as const;
  const { bytes } = await readStart(plain, 64);
  if (startsWith(bytes, '\x1f\x8b')) return 'gzip';
  if (startsWith(bytes, '\x28\xb5\x2f\xfd')) return 'zstd';
  return startsWith(bytes, ZIP) ? kindOfZipFile(file) : 'none';
}

/** What a zip file is: a workbook, or a file with other files in it, of which there can be only one. */
type ZipKind = 'xlsx' | 'ods' | 'archive' | 'zip';

async function kindOfZipFile(file: UploadedFile): Promise<ZipKind> {
  const archive = await openArchive(file.path, file.fileName);
  try {
    return await kindOfZip(archive, file);
  } finally {
    archive.close();
  }
}

async function kindOfZip(archive: Archive, file: UploadedFile): Promise<ZipKind> {
  const { entries } = archive;
  const office = () =>
    new FailureError('file_binary', { file: file.fileName, kindCode: 'office', kind: 'an Office document' });
  const parts = new OfficePackage(archive, file.fileName);
  const main = await parts.mainPart();
  const start = main === null ? '' : await startOf(archive, main);
  if (WORKBOOK.test(start.replaceAll('\0', ''))) return 'xlsx';
  if (main !== null || parts.find('[Content_Types].xml')) throw office();
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
  const entry = new OfficePackage(archive, '').find(name);
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
async function refuseLocked(file: KnownFile): Promise<void> {
  const { bytes } = await readStart({ ...file, name: file.fileName }, 4 * 1024 ** 2);
  if (Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le')))
    throw new FailureError('file_encrypted', { file: file.fileName });
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
