import { FailureError, toFailure } from '../../../platform/failures/failure.ts';
import type {
  Configuration,
  ConfiguredCatalog,
  ConfiguredStream,
  ConnectorContext,
  ReadMessage,
  StreamColumn,
  StreamState,
  StreamStates,
} from '../../protocol/protocol.ts';
import type { DialectChoices } from '../csv/csv.dialect.ts';
import { CellBatches } from '../files/cell-batches.ts';
import type { SheetRow } from '../files/xlsx/sheet-cells.ts';
import { cellText } from '../files/xlsx/xlsx.scan.ts';
import { Channel } from '../rest/channel.ts';
import { requireRows } from '../require-rows.ts';
import { configurationOf } from './google-sheets.config.ts';
import { openSpreadsheet, type Opened } from './open-spreadsheet.ts';
import { RowSpool } from './row-spool.ts';
import { scanSheet, type Source } from './scan-sheet.ts';
import type { Sheet, Spreadsheet } from './spreadsheet.ts';

type Send = (message: ReadMessage) => Promise<void>;

/** What a version was loaded from. */
interface State {
  sha256: string;
  header: NonNullable<DialectChoices['header']> | null;
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
  readonly header: DialectChoices['header'];
  #opened: Promise<Opened> | null = null;

  constructor(given: Configuration, context: ConnectorContext) {
    this.#given = given;
    this.#context = context;
    this.header = configurationOf(given).header;
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
    const found = await scanSheet(spreadsheet, sheet, source.header, context.signal, spool);
    // Somebody has emptied the sheet, which would make a table without columns.
    if (!found) throw new FailureError('table_missing', { table: tableName });
    const { columns, place, rows } = found;
    const state: State = { sha256: spool.digest(), header: source.header ?? null };
    if (before && before.sha256 === state.sha256 && before.header === state.header)
      return await send({ type: 'STREAM_STATUS', tableName, status: 'UNCHANGED', state: { ...state } });
    const known = new Set(stream.columns.map(({ name }) => name));
    const newColumns = columns.map(({ name }) => name).filter((name) => !known.has(name));
    await send({ type: 'STREAM_STATUS', tableName, status: 'STARTED', columns, newColumns });
    const batches = new RowBatches(columns, place);
    for await (const row of spool.rows()) {
      context.signal.throwIfAborted();
      batches.add(row);
      if (batches.isFull) await batches.pass(send, tableName);
    }
    await batches.pass(send, tableName);
    requireRows(tableName, rows, batches.rows);
    // Only a version that is replaced as a whole is as good as what it would be replaced with.
    if (stream.destinationSyncMode === 'overwrite')
      await send({ type: 'STATE', tableName, state: { ...state } });
    await send({ type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: rows });
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
  const { positions, above } = stream.source as Source;
  await send({ type: 'STREAM_STATUS', tableName, status: 'STARTED', columns });
  const batches = new RowBatches(columns, { positions, above });
  reading: for await (const rows of spreadsheet.rows(sheetOf(stream, spreadsheet), most + above))
    for (const row of rows) {
      batches.add(row);
      if (batches.isFull) await batches.pass(send, tableName);
      if (batches.rows >= most) break reading;
    }
  await batches.pass(send, tableName);
  await send({ type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: batches.rows });
}

/** A sheet is found by its name as long as there is one, or else as the same one under another name. */
function sheetOf({ tableName, name, source }: ConfiguredStream, { sheets }: Spreadsheet): Sheet {
  const { sheetId } = source as Source;
  const found =
    sheets.find((sheet) => sheet.name === name) ?? sheets.find(({ id }) => id !== null && id === sheetId);
  if (!found) throw new FailureError('table_missing', { table: tableName });
  return found;
}

/** Makes batches of the rows below the head. */
class RowBatches {
  readonly #batches: CellBatches;
  readonly #types: readonly string[];
  readonly #positions: readonly number[];
  #above: number;
  rows = 0;

  constructor(columns: readonly StreamColumn[], { positions, above }: Pick<Source, 'positions' | 'above'>) {
    const types = columns.map(({ type }) => type);
    this.#batches = new CellBatches(types);
    this.#types = types;
    this.#positions = positions;
    this.#above = above;
  }

  get isFull(): boolean {
    return this.#batches.isFull;
  }

  add(row: SheetRow): void {
    if (this.#above > 0) {
      this.#above -= 1;
      return;
    }
    this.#batches.add(this.#positions.map((position, at) => cellText(row.cells[position], this.#types[at]!)));
    this.rows += 1;
  }

  async pass(send: Send, tableName: string): Promise<void> {
    const batch = this.#batches.take();
    if (batch) await send({ type: 'RECORDS', tableName, batch });
  }
}
