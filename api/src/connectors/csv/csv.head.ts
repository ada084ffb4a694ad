import { open } from 'node:fs/promises';
import { FailureError } from '../failure.ts';
import { RowCutter } from './csv.row.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;

const HEAD = 256 * 1024;

/** Refuses what is no delimited text by its first bytes, and finds the delimiter unless it is given. */
export async function readHead(
  path: string,
  name: string,
  delimiter: string | undefined,
): Promise<{ delimiter: string; bytes: number }> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const buffer = new Uint8Array(Math.min(size, HEAD));
    await handle.read(buffer, 0, buffer.length, 0);
    refuseByMagic(buffer, name);
    if (!buffer.some((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf)) {
      if (size <= buffer.length) throw new FailureError('file_empty', { file: name });
    }
    return { delimiter: delimiter ?? detectDelimiter(buffer, buffer.length === size), bytes: size };
  } finally {
    await handle.close();
  }
}

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

function refuseByMagic(head: Uint8Array, file: string): void {
  const hex = Buffer.from(head.subarray(0, 16)).toString('hex');
  const found = MAGIC.find(([magic]) => hex.startsWith(magic));
  if (found) throw new FailureError('file_binary', { file, kindCode: found[1], kind: found[2] });
  if (hex.startsWith('fffe') || hex.startsWith('feff'))
    throw new FailureError('file_not_utf8', { file, line: 1 });
}

/** The one that gives the header's number of fields in most rows, and the most fields among equals. */
function detectDelimiter(head: Uint8Array, whole: boolean): string {
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const { columns, agreeing, rows } = shape(head, delimiter, whole);
    const score =
      columns > 1 && rows > 0 ? (agreeing / rows) * Math.log2(columns + 1) + (agreeing === rows ? 1 : 0) : 0;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

function shape(
  head: Uint8Array,
  delimiter: string,
  whole: boolean,
): { columns: number; agreeing: number; rows: number } {
  const cutter = new RowCutter(delimiter);
  let [columns, agreeing, rows, at] = [0, 0, 0, 0];
  while (at < head.length && rows < 200) {
    const result = cutter.cut(head, at, head.length, whole);
    if (result === 'incomplete' || result === 'bad_quote') break;
    at = cutter.next;
    if (result === 'blank') continue;
    if (rows === 0) columns = cutter.fields;
    if (cutter.fields === columns) agreeing += 1;
    rows += 1;
  }
  return { columns, agreeing, rows };
}
