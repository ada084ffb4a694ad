import { FailureError } from '@headwater/base/failures/failure';
import type { ReadMessage } from '@headwater/protocol/protocol';
import type { DialectChoices } from '../csv/csv.dialect.ts';
import { encodingOfHead, openAsUtf8, type TextEncoding } from '../csv/csv.encoding.ts';
import { orGuess } from '../csv/csv.inspect.ts';
import { ENCODING_NAMES } from '../csv/csv.findings.ts';
import { finding } from '@headwater/protocol/finding';
import type { FileFormat, FoundTable, KnownFile } from '../file-format.ts';
import { readStart } from '../packed-bytes.ts';
import { LF } from '../csv/csv.row.ts';
import { JsonBatches } from './json.batches.ts';
import { JsonCutter, skipBlank } from './json.cutter.ts';
import { JsonDocument, type JsonPath } from './json.document.ts';
import { readLines } from './json.lines.ts';
import { JsonScan } from './json.scan.ts';
import { JsonWindow } from './json.window.ts';

/** What `look` stores for `read`. */
interface Source extends Record<string, unknown> {
  encoding: TextEncoding;
  keys: string[];
  /** Where the array is. Null if the document is one record. */
  path: JsonPath | null;
  /** Objects follow one another, but not each on a line of its own. */
  isSequence?: boolean;
}

/** An object on each line, or objects that follow one another in another way. */
export const jsonLines: FileFormat = {
  name: 'jsonl',

  look(file, choices, { signal }) {
    return withEncoding(file, choices, async (encoding) => {
      const isSequence = await followOneAnother(file, encoding);
      const scan = new JsonScan(file.fileName);
      await withWindow(file, encoding, async (window) => {
        for await (const _ of readRecords(file, window, scan, isSequence, signal));
      });
      return [tableOf(file, scan, { encoding, path: [], isSequence })];
    });
  },

  async *read(file, { tableName, columns, source }, _choices, { signal }) {
    const { encoding, keys, isSequence = false } = source as Source;
    const batches = new JsonBatches(file.fileName, keys, columns);
    return yield* passOn(file, encoding, tableName, batches, (window) =>
      readRecords(file, window, batches, isSequence, signal),
    );
  },
};

const readRecords = (
  { fileName }: KnownFile,
  window: JsonWindow,
  listener: JsonScan | JsonBatches,
  isSequence: boolean,
  signal: AbortSignal,
) =>
  isSequence
    ? new JsonDocument(window, fileName, () => listener, signal).readSequence()
    : readLines(window, listener, signal);

/**
 * A document with arrays of objects, each of which is a table, with one array of arrays, whose first one may have the
 * names, or with one object, which is a row.
 */
export const jsonDocument: FileFormat = {
  name: 'json',

  look(file, choices, { signal }) {
    return withEncoding(file, choices, (encoding) => tablesOf(file, encoding, signal));
  },

  async *read(file, { tableName, columns, source }, _choices, { signal }) {
    const { encoding, keys, path } = source as Source;
    const batches = new JsonBatches(file.fileName, keys, columns);
    const wanted = JSON.stringify(path);
    const listenerFor = (found: JsonPath) =>
      path === null || JSON.stringify(found) === wanted ? batches : null;
    return yield* passOn(file, encoding, tableName, batches, (window) => {
      const document = new JsonDocument(window, file.fileName, listenerFor, signal);
      return path === null ? document.readWhole() : document.read();
    });
  },
};

async function tablesOf(file: KnownFile, encoding: TextEncoding, signal: AbortSignal): Promise<FoundTable[]> {
  const scans = new Map<string, { path: JsonPath; scan: JsonScan }>();
  const scanFor = (path: JsonPath) => {
    const key = JSON.stringify(path);
    const known = scans.get(key) ?? { path, scan: new JsonScan(file.fileName) };
    scans.set(key, known);
    return known.scan;
  };
  await withWindow(file, encoding, async (window) => {
    for await (const _ of new JsonDocument(window, file.fileName, scanFor, signal).read());
  });
  if (scans.size > 0) {
    const several = scans.size > 1;
    return [...scans.values()].map(({ path, scan }) =>
      tableOf(file, scan, { encoding, path }, several ? path.join('.') : null),
    );
  }
  const scan = new JsonScan(file.fileName);
  await withWindow(file, encoding, async (window) => {
    for await (const _ of new JsonDocument(window, file.fileName, () => scan, signal).readWhole());
  });
  return [tableOf(file, scan, { encoding, path: null })];
}

function tableOf(
  { fileName }: KnownFile,
  scan: JsonScan,
  { encoding, path, isSequence }: Pick<Source, 'encoding' | 'path' | 'isSequence'>,
  part: string | null = null,
): FoundTable {
  const { keys, findings, ...found } = scan.result();
  if (keys.length === 0) throw new FailureError('file_no_table', { file: fileName });
  const way = path === null ? 'whole' : path.length > 0 ? 'inside' : 'list';
  const values = { encoding: ENCODING_NAMES[encoding], way, path: path?.join('.') ?? '' };
  const source: Source = { encoding, keys, path, ...(isSequence && { isSequence }) };
  const ownName = path && path.length > 0 ? { ownName: path.join('.') } : {};
  return { part, ...ownName, source, ...found, findings: [finding('file_json_read', values), ...findings] };
}

async function* passOn(
  file: KnownFile,
  encoding: TextEncoding,
  tableName: string,
  batches: JsonBatches,
  read: (window: JsonWindow) => AsyncGenerator<void>,
): AsyncGenerator<ReadMessage, number> {
  const text = await openAsUtf8({ ...file, name: file.fileName, encoding });
  let rows = 0;
  try {
    for await (const _ of read(new JsonWindow(text, file.fileName))) {
      const { batch, rejected } = batches.take();
      rows += (batch?.rows ?? 0) + rejected.count;
      if (rejected.count > 0)
        yield { type: 'REJECTED', tableName, rows: rejected.first, count: rejected.count };
      if (batch) yield { type: 'RECORDS', tableName, batch };
    }
    return rows;
  } finally {
    await text.close();
  }
}

async function withWindow(
  file: KnownFile,
  encoding: TextEncoding,
  work: (window: JsonWindow) => Promise<void>,
): Promise<void> {
  const text = await openAsUtf8({ ...file, name: file.fileName, encoding });
  try {
    await work(new JsonWindow(text, file.fileName));
  } finally {
    await text.close();
  }
}

/** Looks at a file in the encoding that was chosen, or else that its bytes show: JSON should be UTF-8. */
async function withEncoding(
  file: KnownFile,
  { encoding: chosen }: DialectChoices,
  look: (encoding: TextEncoding) => Promise<FoundTable[]>,
): Promise<FoundTable[]> {
  if (chosen) return look(chosen);
  const { path, fileName: name, packing, charset } = file;
  return orGuess({ path, name, packing, charset }, async (guessed) => {
    const { bytes } = await readStart({ path, name, packing }, 4096);
    return look(guessed ?? encodingOfHead(bytes) ?? 'utf-8');
  });
}

/** Returns whether objects follow one another on a line, take several lines each, or are on lines that CR ends. */
async function followOneAnother(file: KnownFile, encoding: TextEncoding): Promise<boolean> {
  const { bytes } = await readStart({ ...file, name: file.fileName }, 64 * 1024);
  const text = Buffer.from(new TextDecoder(encoding).decode(bytes, { stream: true }));
  const cutter = new JsonCutter();
  const start = skipBlank(text, 0, text.length);
  if (cutter.cut(text, start, text.length) !== 'object') return false;
  const [, blank = '', next] =
    /^([ \t]*)([^]?)/.exec(text.toString('latin1', cutter.next, cutter.next + 4096)) ?? [];
  const after = cutter.next + blank.length;
  const isCr = next === '\r' && text[after + 1] !== LF;
  return (
    isCr ||
    next === '{' ||
    (next === '\n' || next === '\r' ? text.subarray(start, after).includes(LF) : false)
  );
}
