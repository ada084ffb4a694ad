import { FailureError } from '@headwater/base/failures/failure';
import { readStart, type PackedFile } from '../packed-bytes.ts';
import { encodingOfHead, type TextEncoding } from './csv.encoding.ts';

const HEAD = 256 * 1024;

export interface Head {
  /** The beginning of the file, or all of it, in UTF-8. */
  text: Uint8Array;
  isWhole: boolean;
  /** The chosen encoding, or the one that the first bytes show, else UTF-8. */
  encoding: TextEncoding;
}

/** Reads the first bytes of a file, and throws if they show that it isn't delimited text. */
export async function readHead(file: PackedFile, chosen: TextEncoding | undefined): Promise<Head> {
  const { bytes, isWhole } = await readStart(file, HEAD);
  const { name } = file;
  const apparent = chosen ?? encodingOfHead(bytes);
  refuseByMagic(bytes, name, apparent);
  const encoding = apparent ?? 'utf-8';
  refuseMarkup(new TextDecoder(encoding).decode(bytes.subarray(0, 4096)), name);
  if (isWhole && isBlank(bytes)) throw new FailureError('file_empty', { file: name });
  const text = encoding === 'utf-8' ? bytes : inUtf8(bytes, encoding);
  return { text, isWhole, encoding };
}

/** A character that the end of these bytes cuts is left out. */
const inUtf8 = (bytes: Uint8Array, encoding: TextEncoding) =>
  Buffer.from(new TextDecoder(encoding).decode(bytes, { stream: true }));

/** Returns whether there is nothing but whitespace and a byte order mark. */
const isBlank = (bytes: Uint8Array) =>
  !bytes.some((byte) => byte > 0x20 && ![0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte));

const MAGIC: readonly [magic: string, kindCode: string, kind: string][] = [
  ['504b0304', 'zip', 'an Excel workbook or a zip file'],
  ['d0cf11e0', 'xls', 'an old Excel workbook'],
  ['1f8b', 'gzip', 'a gzip file'],
  ['25504446', 'pdf', 'a PDF'],
  ['50415231', 'parquet', 'a Parquet file'],
  ['53514c69746520', 'sqlite', 'an SQLite database'],
  ['89504e47', 'picture', 'a picture'],
  ['ffd8ff', 'picture', 'a picture'],
  ['7f454c46', 'program', 'a program'],
  ['28b52ffd', 'zstd', 'a zstd file'],
];

function refuseByMagic(head: Uint8Array, file: string, encoding: TextEncoding | undefined): void {
  const hex = Buffer.from(head.subarray(0, 16)).toString('hex');
  const found = MAGIC.find(([magic]) => hex.startsWith(magic));
  if (found) throw new FailureError('file_binary', { file, kindCode: found[1], kind: found[2] });
  if (encoding === undefined && head.includes(0))
    throw new FailureError('file_binary', { file, kind: 'binary data', kindCode: 'binary' });
}

const MARKUP: readonly [start: RegExp, kindCode: string, kind: string][] = [
  [/^\s*(<!doctype html|<(html|head|body)\b)/i, 'html', 'a web page'],
  [/^\s*<(\?xml|!doctype|svg|rss|feed)\b/i, 'xml', 'an XML file'],
];

/** Throws for text of a kind that would make a meaningless table. */
function refuseMarkup(text: string, file: string): void {
  const found = MARKUP.find(([start]) => start.test(text));
  if (found) throw new FailureError('file_not_delimited', { file, kindCode: found[1], kind: found[2] });
}
