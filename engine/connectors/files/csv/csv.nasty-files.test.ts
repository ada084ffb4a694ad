import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { Stage } from '@headwater/warehouse/versions/stage';
import { StageEngine } from '@headwater/warehouse/versions/stage-engine';
import {
  FULL_REFRESH_OVERWRITE,
  type ConnectorContext,
  type DiscoveredStream,
} from '@headwater/protocol/protocol';
import { files as csv } from '../files.connector.ts';

type Row = (string | null)[];

let folder: string;
let engine: StageEngine;
let connection: DuckDBConnection;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  engine = await StageEngine.open({ temporaryFolder: folder });
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
after(async () => {
  engine.close();
  connection.closeSync();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a generator of numbers from 0 up to, and without, its argument. */
function randomBy(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface NastyFile {
  content: Buffer;
  rows: Row[];
  rejectedLines: number[];
}

const TEXTS = [
  null,
  '',
  'x',
  'say "hi"',
  '"',
  '5" pipe',
  'two\nlines',
  '\n',
  'a\rb',
  '\r\n',
  ',',
  'a,b;c',
  ' padded ',
  "it's",
  '東京 é 🛰',
  '\\N',
  '\\"',
  'NULL',
  'y'.repeat(3_000),
];

/** A column's first value makes it what it is. */
const KINDS: ((
  pick: (below: number) => number,
  row: number,
) => [written: string | null, stored: string | null])[] = [
  (pick, row) => same(row === 0 ? 'x' : TEXTS[pick(TEXTS.length)]!),
  (pick) => same(pick(5) === 0 ? null : String(pick(1e6) - 5e5)),
  (pick) => same(pick(9) === 0 ? null : `202${pick(10)}-0${1 + pick(9)}-1${pick(10)}`),
  (pick) => {
    const [whole, tenth] = [1 + pick(1e5), pick(10)];
    return [`${whole},${tenth}`, `${whole}.${tenth}`];
  },
];

const same = (value: string | null): [string | null, string | null] => [value, value];

/** Builds a file from the rows that it should become, with some that end early or have too many fields. */
function nastyFile(seed: number): NastyFile {
  const pick = randomBy(seed);
  // Numbers with a decimal comma must be rewritten, and most files have none.
  const kinds = Array.from(
    { length: 2 + pick(4) },
    (_, at) => KINDS[at === 0 ? 0 : pick(pick(3) === 0 ? 4 : 3)]!,
  );
  const newlines = ['\n', '\r\n', '\r', '\n'];
  const newline = newlines[pick(4)]!;
  const isMixed = pick(6) === 0;
  const isUneven = pick(2) === 0;
  const isLoose = pick(3) === 0;
  // Some files have several batches and are read in several chunks.
  const count = seed % 8 === 0 ? 5_000 : 10 + pick(60);
  const lines = [kinds.map((_, at) => `c${at}`).join(',')];
  const ends = [newline];
  const rows: Row[] = [];
  const rejectedLines: number[] = [];
  let line = 2;
  for (let row = 0; row < count; row += 1) {
    const cells = kinds.map((kind) => kind(pick, row));
    const fields = cells.map(([written]) => field(written, isLoose, pick));
    if (isUneven && row % (count > 100 ? 99 : 9) === 5) {
      // A line with nothing at all wouldn't be a row.
      const isLonger = pick(2) === 0 || fields.slice(0, -1).join('') === '';
      if (isLonger) fields.push('more');
      else fields.pop();
      // Without a delimiter, or with a quote that may have hidden one, it isn't a row that ends early.
      const isFilled = !isLonger && fields.length > 1 && !fields.some((text) => /^[^"].*"/s.test(text));
      if (isFilled) rows.push([...cells.slice(0, -1).map(([, stored]) => stored), null]);
      else rejectedLines.push(line);
    } else rows.push(cells.map(([, stored]) => stored));
    const text = fields.join(',');
    lines.push(text);
    ends.push(isMixed ? newlines[pick(2)]! : newline);
    line += 1 + (text.match(/\n/g)?.length ?? 0);
  }
  if (pick(3) === 0) ends[ends.length - 1] = '';
  const whole = lines.map((text, at) => text + ends[at]!).join('');
  const content = pick(5) === 0 ? Buffer.from(`\ufeff${whole}`, 'utf16le') : Buffer.from(whole);
  return { content, rows, rejectedLines };
}

function field(value: string | null, isLoose: boolean, pick: (below: number) => number): string {
  if (value === null) return '';
  // A quote within an unquoted field is kept as it is.
  const needsQuotes = isLoose ? /^"|[,\r\n]/ : /[",\r\n]/;
  const mustQuote = value === '' || needsQuotes.test(value);
  return mustQuote || pick(3) === 0 ? `"${value.replaceAll('"', '""')}"` : value;
}

async function discovered(content: Buffer, name: string) {
  const path = join(folder, name);
  await writeFile(path, content);
  const context = {
    uploads: new Map([[name, { path, fileName: 'file.csv', bytes: content.length }]]),
    temporaryFolder: folder,
    signal: new AbortController().signal,
  } as unknown as ConnectorContext;
  const configuration = { files: [{ uploadId: name }], delimiter: ',', header: 'present' };
  const [stream] = await csv.discover(configuration, context);
  return { stream: stream!, read: (as: DiscoveredStream) => loaded(as, configuration, context) };
}

async function loaded(
  stream: DiscoveredStream,
  configuration: Record<string, unknown>,
  context: ConnectorContext,
) {
  const path = join(folder, 'stage.duckdb');
  const lines: (number | null)[] = [];
  let stage: Stage | undefined;
  let failure: string | null = null;
  const catalog = [{ ...FULL_REFRESH_OVERWRITE, ...stream, tableName: 'file' }];
  for await (const message of csv.read(configuration, catalog, new Map(), context)) {
    if (message.type === 'REJECTED') lines.push(...message.rows.map(({ line }) => line));
    else if (message.type === 'RECORDS') {
      if ('batch' in message) await stage!.append(message.batch);
      else assert.equal((await stage!.load(message.file)).rejected, 0);
    } else if (message.type !== 'STREAM_STATUS') continue;
    else if (message.status === 'STARTED') stage = await engine.begin(path, 'file', message.columns, null);
    else if (message.status === 'INCOMPLETE') failure = message.failure.code;
  }
  assert.equal(failure, null);
  const { columns } = await stage!.finish();
  await connection.run(`attach '${path}' as version (read_only)`);
  const texts = columns.map(({ name }) => `${name}::varchar`).join(', ');
  const reader = await connection.runAndReadAll(`select ${texts} from version.data order by rowid`);
  await connection.run('detach version');
  return { lines, rows: reader.getRowsJson() as Row[], types: columns.map(({ type }) => type) };
}

let direct = 0;
for (let seed = 1; seed <= 48; seed += 1) {
  test(`file ${seed} becomes the rows that it was made of, whoever reads it`, async () => {
    const file = nastyFile(seed);
    const { stream, read } = await discovered(file.content, `upl_${seed}`);
    const { lines, rows, types } = await read(stream);
    assert.deepEqual(lines, file.rejectedLines);
    assert.deepEqual(rows, file.rows);
    assert.deepEqual(
      types,
      stream.columns.map(({ type }) => type),
    );
    if (!stream.source.direct) return;
    direct += 1;
    // The engine has read it. Our own reader must come to the same rows.
    assert.deepEqual((await read({ ...stream, source: { ...stream.source, direct: false } })).rows, rows);
  });
}

test('both readers were tried', () =>
  assert.ok(direct >= 5 && direct <= 43, `${direct} files were read by the engine`));
