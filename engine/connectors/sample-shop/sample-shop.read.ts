import { ownValue } from '@headwater/shared/contract/plain';
import { appendFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import { requireKeyAndCursor } from '@headwater/protocol/key-and-cursor';
import type {
  ConfiguredCatalog,
  ConfiguredStream,
  ConnectorContext,
  ReadMessage,
  DelimitedFile,
  Rejection,
  StreamState,
  StreamStates,
} from '@headwater/protocol/protocol';
import type { SampleShopConfiguration } from './sample-shop.config.ts';
import { Cursor } from './sample-shop.cursor.ts';
import {
  offeredTables,
  type DriftSettings,
  type OfferedColumn,
  type OfferedTable,
} from './sample-shop.drift.ts';
import { Interference } from './sample-shop.injections.ts';
import { ShopRows } from './sample-shop.rows.ts';
import type { Cell } from './shop/shop-table.ts';
import { Shop } from './shop/shop.ts';

const SEGMENT_BYTES = 16 * 1024 * 1024;

/** What `discover` stores for `read`: the table's name in the shop. */
export interface Source extends Record<string, unknown> {
  table: string;
}

/** Where an interrupted read of a table continues. */
interface Point extends StreamState {
  /** The shop is read as it was at this moment, so that the table is as if the read had never been interrupted. */
  now: number;
  /** The first thing whose rows haven't been read. */
  next: number;
  /** How many rows have been read, for what happens after so many. */
  rows: number;
  /** The state from which on the table is read, and the latest cursor value so far. */
  since: StreamState | null;
  latest: Cell;
  /** The columns' names, which must still be the same. */
  columns: string[];
}

const pointIn = (state: StreamState | undefined) => (state && 'next' in state ? (state as Point) : undefined);

/**
 * Reads all tables as of one moment, so that references between them are consistent. A table whose read was interrupted
 * is read on as of the moment when that read began.
 */
export async function* read(
  { shop: settings, injections, drift }: SampleShopConfiguration,
  catalog: ConfiguredCatalog,
  states: StreamStates,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const shop = new Shop(settings, Date.now());
  for (const stream of catalog) {
    const { tableName } = stream;
    try {
      const found = offeredTable(stream, drift, shop);
      const interference = new Interference(injections, { table: found.table.name, tableName }, context);
      const given = states.get(tableName);
      const point = pointIn(given);
      const state = point ? (point.since ?? undefined) : given;
      const now = { shop, offered: found, state, point: undefined };
      const then = point && new Shop(settings, point.now);
      const before = then && { shop: then, offered: offeredTable(stream, drift, then), state, point };
      const isSame = before && isDeepStrictEqual(namesOf(columnsOf(stream, before.offered)), point.columns);
      yield* readTable({ stream, interference, context, ...(isSame ? before : now) });
    } catch (error) {
      context.signal.throwIfAborted();
      yield { type: 'STREAM_STATUS', tableName, status: 'INCOMPLETE', failure: toFailure(error) };
    }
  }
}

/** Generates the first rows of a table. Faults that the configuration asks for only happen in a sync. */
export async function* preview(
  { shop: settings, drift }: SampleShopConfiguration,
  stream: ConfiguredStream,
  most: number,
  { temporaryFolder, signal }: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const { tableName } = stream;
  const shop = new Shop(settings, Date.now());
  const offered = offeredTable(stream, drift, shop);
  const columns = columnsOf(stream, offered);
  const cursor = stream.cursorColumn === null ? null : new Cursor(stream, offered, undefined);
  const rows = shopRows(shop, offered, columns, cursor, () => false);
  yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns: columns.map(({ column }) => column) };
  const path = join(temporaryFolder, 'sample-shop-preview.csv');
  while (rows.rows < most && !rows.isDone) {
    signal.throwIfAborted();
    await appendFile(path, rows.take(most - rows.rows).text, { mode: 0o600 });
  }
  const file = { path, delimiter: ',', newline: '\n', skip: 0, rows: rows.rows, temporary: true } as const;
  if (rows.rows > 0) yield { type: 'RECORDS', tableName, file };
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: rows.rows };
}

function offeredTable(stream: ConfiguredStream, drift: DriftSettings, shop: Shop): OfferedTable {
  const { table } = stream.source as Source;
  const found = offeredTables(drift, shop.now).find(({ name }) => name === table);
  if (!found) throw new FailureError('table_missing', { table: stream.tableName });
  return found;
}

const shopRows = (
  shop: Shop,
  offered: OfferedTable,
  columns: readonly OfferedColumn[],
  cursor: Cursor | null,
  isDamaged: (row: number) => boolean,
  point?: Point,
) =>
  new ShopRows({
    shop,
    table: offered.table,
    columns,
    from: point?.next ?? cursor?.firstThing(shop, offered) ?? 0,
    rowsBefore: point?.rows ?? 0,
    wants: (row) => cursor?.wants(row) ?? true,
    isDamaged,
  });

interface TableRead {
  shop: Shop;
  stream: ConfiguredStream;
  offered: OfferedTable;
  state: StreamState | undefined;
  point: Point | undefined;
  interference: Interference;
  context: ConnectorContext;
}

async function* readTable({
  shop,
  stream,
  offered,
  state,
  point,
  interference,
  context,
}: TableRead): AsyncIterable<ReadMessage> {
  const { tableName, syncMode, primaryKey } = stream;
  const columns = columnsOf(stream, offered);
  const names = stream.columns.map(({ name }) => name);
  const newColumns = offered.columns.map(({ column }) => column.name).filter((name) => !names.includes(name));
  const isKeyUnique =
    primaryKey.length > 0 && offered.table.primaryKey.every((key) => primaryKey.includes(key));
  const arriving = columns.map(({ column }) => column);
  const checkpoints = point ? 'continue' : 'begin';
  const started = { status: 'STARTED', columns: arriving, newColumns, isKeyUnique, checkpoints } as const;
  yield { type: 'STREAM_STATUS', tableName, ...started };
  const cursor = stream.cursorColumn === null ? null : new Cursor(stream, offered, state, point?.latest);
  const rows = shopRows(shop, offered, columns, cursor, (row) => interference.isDamaged(row), point);
  const pointAfter = (next: number): Point => ({
    now: shop.now,
    next,
    rows: rows.rows,
    since: state ?? null,
    latest: cursor?.latest ?? null,
    columns: namesOf(columns),
  });
  await interference.begin();
  yield* deliver(rows, pointAfter, tableName, interference, context);
  if (cursor && syncMode === 'incremental') yield { type: 'STATE', tableName, state: cursor.stateAfter() };
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: rows.rows - (point?.rows ?? 0) };
}

/** Delivers the rows in segments. While one is loaded, the next one is generated, but no third one. */
async function* deliver(
  rows: ShopRows,
  pointAfter: (next: number) => Point,
  tableName: string,
  interference: Interference,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const isAhead = interference.isNone;
  let next = fill(rows, pointAfter, interference, context);
  try {
    for (;;) {
      const { file, rejections, upTo, point, isLast } = await next;
      if (isAhead && !isLast) next = fill(rows, pointAfter, interference, context);
      if (rejections.length > 0)
        yield { type: 'REJECTED', tableName, rows: rejections, count: rejections.length };
      if (file) yield { type: 'RECORDS', tableName, file };
      if (isLast) return;
      if (point && file) yield { type: 'CHECKPOINT', tableName, state: point };
      if (isAhead) continue;
      yield* interference.after(upTo);
      next = fill(rows, pointAfter, interference, context);
    }
  } finally {
    await next.catch(() => undefined);
  }
}

interface Segment {
  file: DelimitedFile | null;
  rejections: Rejection[];
  /** All rows so far. */
  upTo: number;
  /** Null if a thing's rows are only partly in it. */
  point: Point | null;
  isLast: boolean;
}

let files = 0;

async function fill(
  rows: ShopRows,
  pointAfter: (next: number) => Point,
  interference: Interference,
  { temporaryFolder, signal }: ConnectorContext,
): Promise<Segment> {
  const rejections: Rejection[] = [];
  const until = rows.rows + interference.rowsUntilNext(rows.rows);
  const path = join(temporaryFolder, `sample-shop-${(files += 1)}.csv`);
  const handle = await open(path, 'wx', 0o600);
  let [bytes, loaded] = [0, 0];
  try {
    while (bytes < SEGMENT_BYTES && rows.rows < until && !rows.isDone) {
      signal.throwIfAborted();
      const part = rows.take(until - rows.rows);
      const lines = Buffer.from(part.text);
      await handle.appendFile(lines);
      bytes += lines.length;
      loaded += part.loaded;
      rejections.push(...part.rejections);
    }
  } finally {
    await handle.close();
  }
  const file = { path, delimiter: ',', newline: '\n', skip: 0, rows: loaded, temporary: true } as const;
  const point = rows.next === null ? null : pointAfter(rows.next);
  return { file: loaded > 0 ? file : null, rejections, upTo: rows.rows, point, isLast: rows.isDone };
}

const namesOf = (columns: readonly OfferedColumn[]) => columns.map(({ column }) => column.name);

/** Returns those chosen columns that the table still has, as they are now, and those by which the warehouse filters rows. */
function columnsOf(stream: ConfiguredStream, offered: OfferedTable): OfferedColumn[] {
  const { columns, masks, rowFilter } = stream;
  const filtered = new Set(rowFilter.map(({ column }) => column));
  const found = new Map(offered.columns.map((one) => [one.column.name, one]));
  requireKeyAndCursor(stream, [...found.keys()]);
  return columns
    .filter(({ name }) => ownValue(masks, name) !== 'drop' || filtered.has(name))
    .flatMap(({ name }) => found.get(name) ?? []);
}
