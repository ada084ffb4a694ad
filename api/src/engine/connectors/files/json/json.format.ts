import { FailureError } from '../../../../platform/failures/failure.ts';
import type { ReadMessage } from '../../../protocol/protocol.ts';
import { encodingOfHead, openAsUtf8, type TextEncoding } from '../../csv/csv.encoding.ts';
import { ENCODING_NAMES } from '../../csv/csv.findings.ts';
import { finding } from '../../finding.ts';
import type { FileFormat, FoundTable, KnownFile } from '../file-format.ts';
import { readStart } from '../packed-bytes.ts';
import { JsonBatches } from './json.batches.ts';
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
}

/** An object on each line. */
export const jsonLines: FileFormat = {
  name: 'jsonl',

  async look(file, _choices, { signal }) {
    const encoding = await encodingOf(file);
    const scan = new JsonScan(file.fileName);
    await withWindow(file, encoding, async (window) => {
      for await (const _ of readLines(window, scan, signal));
    });
    return [tableOf(file, scan, { encoding, path: [] })];
  },

  async *read(file, { tableName, columns, source }, _choices, { signal }) {
    const { encoding, keys } = source as Source;
    const batches = new JsonBatches(file.fileName, keys, columns.map(isJson));
    return yield* passOn(file, encoding, tableName, batches, (window) => readLines(window, batches, signal));
  },
};

/** A document with arrays of objects, each of which is a table, or with one object, which is a row. */
export const jsonDocument: FileFormat = {
  name: 'json',

  async look(file, _choices, { signal }) {
    const encoding = await encodingOf(file);
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
  },

  async *read(file, { tableName, columns, source }, _choices, { signal }) {
    const { encoding, keys, path } = source as Source;
    const batches = new JsonBatches(file.fileName, keys, columns.map(isJson));
    const wanted = JSON.stringify(path);
    const listenerFor = (found: JsonPath) =>
      path === null || JSON.stringify(found) === wanted ? batches : null;
    return yield* passOn(file, encoding, tableName, batches, (window) => {
      const document = new JsonDocument(window, file.fileName, listenerFor, signal);
      return path === null ? document.readWhole() : document.read();
    });
  },
};

const isJson = ({ encoding }: { encoding: string }) => encoding === 'json';

function tableOf(
  { fileName }: KnownFile,
  scan: JsonScan,
  { encoding, path }: { encoding: TextEncoding; path: JsonPath | null },
  part: string | null = null,
): FoundTable {
  const { keys, findings, ...found } = scan.result();
  if (keys.length === 0) throw new FailureError('file_no_table', { file: fileName });
  const way = path === null ? 'whole' : path.length > 0 ? 'inside' : 'list';
  const values = { encoding: ENCODING_NAMES[encoding], way, path: path?.join('.') ?? '' };
  const source: Source = { encoding, keys, path };
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

/** JSON is UTF-8, but Windows programs write UTF-16. */
async function encodingOf(file: KnownFile): Promise<TextEncoding> {
  const { bytes } = await readStart({ ...file, name: file.fileName }, 4096);
  return encodingOfHead(bytes) ?? 'utf-8';
}
