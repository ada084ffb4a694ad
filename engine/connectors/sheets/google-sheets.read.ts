import { isDeepStrictEqual } from 'node:util';
import type { SheetChoice } from '@headwater/shared/contract';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import type {
  Configuration,
  ConfiguredCatalog,
  ConfiguredStream,
  ConnectorContext,
  ReadMessage,
  StreamState,
  StreamStates,
} from '@headwater/protocol/protocol';
import type { SheetRow } from '../files/xlsx/sheet-cells.ts';
import { choiceFor } from '../files/xlsx/sheet-choices.ts';
import { passOnSheet } from '../files/xlsx/sheet-table.ts';
import { Channel } from '@headwater/manifests/channel';
import { requireRows } from '../require-rows.ts';
import { configurationOf, type SheetsChoices } from './google-sheets.config.ts';
import { openSpreadsheet, type Opened } from './open-spreadsheet.ts';
import { RowSpool } from './row-spool.ts';
import { scanSheet, type Source } from './scan-sheet.ts';
import type { Sheet, Spreadsheet } from './spreadsheet.ts';

type Send = (message: ReadMessage) => Promise<void>;

/** What a version was loaded from. */
interface State {
  sha256: string;
  header: NonNullable<SheetsChoices['header']> | null;
  chosen?: SheetChoice;
}

/** Reads one sheet after another. Google has no snapshot, so each is as of when it's read. */
export async function* read(
  given: Configuration,
  catalog: ConfiguredCatalog,
  states: StreamStates,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const source = new LazySpreadsheet(given, context);
  try {
    for (const stream of catalog)
      yield* inChannel(stream, context, (send) =>
        readSheet(source, send, { stream, state: states.get(stream.tableName), context }),
      );
  } finally {
    await source.close();
  }
}

/** Reads the first rows of a sheet, with the columns that were discovered. */
export async function* preview(
  given: Configuration,
  stream: ConfiguredStream,
  rows: number,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const source = new LazySpreadsheet(given, context);
  try {
    yield* inChannel(stream, context, (send) => readFirst(source, send, stream, rows));
  } finally {
    await source.close();
  }
}

/** Opens the spreadsheet when the first table needs it. What keeps one table from being read keeps all of them. */
class LazySpreadsheet {
  readonly #given: Configuration;
  readonly #context: ConnectorContext;
  readonly choices: SheetsChoices;
  #opened: Promise<Opened> | null = null;

  constructor(given: Configuration, context: ConnectorContext) {
    this.#given = given;
    this.#context = context;
    this.choices = configurationOf(given).choices;
  }

  /** Tells whoever reads this table when Google wants no requests. */
  async open(send: Send, tableName: string): Promise<Spreadsheet> {
    const tell = (retryAt: Date | null) =>
      send(
        retryAt
          ? { type: 'STREAM_STATUS', tableName, status: 'RATE_LIMITED', retryAt: retryAt.toISOString() }
          : { type: 'STREAM_STATUS', tableName, status: 'RUNNING' },
      );
    this.#opened ??= openSpreadsheet(this.#given, this.#context, tell);
    const { spreadsheet, listen } = await this.#opened;
    listen(tell);
    return spreadsheet;
  }

  async close(): Promise<void> {
    await this.#opened?.then(
      ({ spreadsheet }) => spreadsheet.close(),
      () => undefined,
    );
  }
}

/** Yields what the work sends. A table that fails is incomplete, and doesn't keep others from being read. */
async function* inChannel(
  { tableName }: ConfiguredStream,
  { signal }: ConnectorContext,
  work: (send: Send) => Promise<void>,
): AsyncIterable<ReadMessage> {
  const channel = new Channel<ReadMessage>();
  try {
    yield* channel.of(() => work(channel.send));
  } catch (error) {
    signal.throwIfAborted();
    yield { type: 'STREAM_STATUS', tableName, status: 'INCOMPLETE', failure: toFailure(error) };
  }
}

interface Reading {
  stream: ConfiguredStream;
  state: StreamState | undefined;
  context: ConnectorContext;
}

async function readSheet(
  source: LazySpreadsheet,
  send: Send,
  { stream, state: before, context }: Reading,
): Promise<void> {
  const { tableName } = stream;
  const spreadsheet = await source.open(send, tableName);
  const sheet = sheetOf(stream, spreadsheet);
  const spool = await RowSpool.open(context.temporaryFolder);
  try {
    const found = await scanSheet(spreadsheet, sheet, source.choices, context.signal, spool);
    // Somebody has emptied the sheet, which would make a table without columns.
    if (!found) throw new FailureError('table_missing', { table: tableName });
    const { columns, place, rows } = found;
    const chosen = choiceFor(source.choices, sheet.name);
    const state: State = {
      sha256: spool.digest(),
      header: source.choices.header ?? null,
      ...(chosen && { chosen }),
    };
    if (isDeepStrictEqual(before, state))
      return await send({ type: 'STREAM_STATUS', tableName, status: 'UNCHANGED', state: { ...state } });
    const known = new Set(stream.columns.map(({ name }) => name));
    const newColumns = columns.map(({ name }) => name).filter((name) => !known.has(name));
    await send({ type: 'STREAM_STATUS', tableName, status: 'STARTED', columns, newColumns });
    const rowsRead = await sendAll(send, passOnSheet(spool.rows(), { tableName, columns }, place));
    requireRows(tableName, rows, rowsRead);
    // Only a version that is replaced as a whole is as good as what it would be replaced with.
    if (stream.destinationSyncMode === 'overwrite')
      await send({ type: 'STATE', tableName, state: { ...state } });
    await send({ type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead });
  } finally {
    await spool.remove();
  }
}

async function readFirst(
  source: LazySpreadsheet,
  send: Send,
  stream: ConfiguredStream,
  most: number,
): Promise<void> {
  const { tableName, columns } = stream;
  const spreadsheet = await source.open(send, tableName);
  const place = stream.source as Source;
  await send({ type: 'STREAM_STATUS', tableName, status: 'STARTED', columns });
  const last = (place.range?.firstRow ?? 1) - 1 + place.above + most;
  const pieces = firstOf(spreadsheet.rows(sheetOf(stream, spreadsheet), last), last);
  const rowsRead = await sendAll(send, passOnSheet(pieces, stream, place));
  await send({ type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead });
}

/** A sheet is found by its name as long as there is one, or else as the same one under another name. */
function sheetOf({ tableName, name, source }: ConfiguredStream, { sheets }: Spreadsheet): Sheet {
  const { sheetId } = source as Source;
  const found =
    sheets.find((sheet) => sheet.name === name) ?? sheets.find(({ id }) => id !== null && id === sheetId);
  if (!found) throw new FailureError('table_missing', { table: tableName });
  return found;
}

async function* firstOf(pieces: AsyncIterable<SheetRow[]>, most: number): AsyncGenerator<SheetRow[]> {
  let left = most;
  for await (const rows of pieces) {
    yield rows.slice(0, left);
    left -= rows.length;
    if (left <= 0) return;
  }
}

async function sendAll<T>(send: Send, messages: AsyncGenerator<ReadMessage, T>): Promise<T> {
  for (;;) {
    const { value, done } = await messages.next();
    if (done) return value;
    await send(value);
  }
}
