import { ownValue } from '@headwater/shared/contract/plain';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import type {
  ConfiguredCatalog,
  ConfiguredStream,
  ConnectorContext,
  ReadMessage,
  StreamColumn,
  StreamState,
  StreamStates,
} from '@headwater/protocol/protocol';
import { requireKeyAndCursor } from '@headwater/protocol/key-and-cursor';
import { Channel } from './channel.ts';
import { configurationOf, type RestConfiguration } from './rest.config.ts';
import { incrementalOf } from './stream/incremental.ts';
import { RateLimits } from './stream/rate-limits.ts';
import { readRecords } from './stream/read-stream.ts';
import { RecordBatches } from './stream/records.ts';
import { Run } from './stream/run.ts';
import type { Shape } from './stream/schema.ts';
import type { Dict } from './template/values.ts';

/** A batch is passed on after this time, however small it is. */
const PASS_MS = 500;

/** What `discover` stores for `read`. */
export interface Source extends Record<string, unknown> {
  stream: string;
  /** The record's field of each column. */
  fields: Record<string, string>;
}

/** Reads the streams one after another. An API has no snapshot, so each is as of when it's read. */
export async function* read(
  given: Record<string, unknown>,
  catalog: ConfiguredCatalog,
  states: StreamStates,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const configuration = configurationOf(given);
  for (const stream of catalog)
    yield* readOne({ configuration, stream, context, state: states.get(stream.tableName), most: Infinity });
}

/** Reads the first rows of a stream. */
export async function* preview(
  given: Record<string, unknown>,
  stream: ConfiguredStream,
  rows: number,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const whole: ConfiguredStream = { ...stream, syncMode: 'full_refresh' };
  yield* readOne({
    configuration: configurationOf(given),
    stream: whole,
    context,
    state: undefined,
    most: rows,
  });
}

interface OneRead {
  configuration: RestConfiguration;
  stream: ConfiguredStream;
  context: ConnectorContext;
  state: StreamState | undefined;
  /** How many rows are enough. */
  most: number;
}

async function* readOne(one: OneRead): AsyncIterable<ReadMessage> {
  const { configuration, context, stream } = one;
  const { tableName } = stream;
  const channel = new Channel<ReadMessage>();
  const run = new Run({
    ...configuration,
    context,
    onRateLimit: (retryAt) =>
      channel.send(
        retryAt
          ? { type: 'STREAM_STATUS', tableName, status: 'RATE_LIMITED', retryAt: retryAt.toISOString() }
          : { type: 'STREAM_STATUS', tableName, status: 'RUNNING' },
      ),
  });
  try {
    yield* channel.of(() => readInto(channel.send, one, run));
  } catch (error) {
    context.signal.throwIfAborted();
    yield { type: 'STREAM_STATUS', tableName, status: 'INCOMPLETE', failure: toFailure(error) };
  } finally {
    run.close();
  }
}

async function readInto(
  send: (message: ReadMessage) => Promise<void>,
  { configuration, stream: chosen, state, most }: OneRead,
  run: Run,
): Promise<void> {
  const { tableName } = chosen;
  if (chosen.problem) throw new FailureError(chosen.problem);
  const { stream: name, fields } = chosen.source as Source;
  const stream = configuration.manifest.streams.get(name);
  if (!stream) throw new FailureError('table_missing', { table: tableName });
  requireKeyAndCursor(
    chosen,
    chosen.columns.map((column) => column.name),
  );
  const shape = shapeToRead(chosen, fields);
  const incremental = incrementalOf(stream, chosen, state, run);
  await send({
    type: 'STREAM_STATUS',
    tableName,
    status: 'STARTED',
    columns: shape.columns,
    isKeyUnique: false,
  });
  const batches = new RecordBatches(shape);
  let passedAt = performance.now();
  const pass = async () => {
    if (batches.rows > 0) await send({ type: 'RECORDS', tableName, batch: batches.take() });
    passedAt = performance.now();
  };
  const { budget } = configuration.manifest;
  const limits = budget ? new RateLimits(budget, run) : null;
  const startFrom = cursorStart(stream, chosen);
  reading: for await (const records of readRecords(
    { stream, incremental, startFrom, limits, readsAhead: most === Infinity, table: tableName },
    run,
  )) {
    for (const record of records) {
      run.signal.throwIfAborted();
      if (batches.added >= most) break reading;
      const rejection = batches.add(record);
      if (rejection) await send({ type: 'REJECTED', tableName, rows: [rejection], count: 1 });
      if (batches.isFull) await pass();
    }
    if (performance.now() - passedAt >= PASS_MS) await pass();
  }
  await pass();
  if (incremental) await send({ type: 'STATE', tableName, state: incremental.positions.state() });
  await send({ type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: batches.added });
}

/** A whole read begins where somebody wants it to if it's by the manifest's own cursor. */
const cursorStart = (stream: Dict, { startFrom, cursorColumn }: ConfiguredStream): string | null => {
  const cursor = stream.incremental_sync as Dict | undefined;
  return cursor && cursor.cursor_field === cursorColumn ? startFrom : null;
};

/** The chosen columns, and those by which the warehouse filters rows. */
function shapeToRead({ columns, masks, rowFilter }: ConfiguredStream, fields: Source['fields']): Shape {
  const filtered = new Set(rowFilter.map(({ column }) => column));
  const kept = columns.filter(({ name }) => ownValue(masks, name) !== 'drop' || filtered.has(name));
  return {
    columns: kept.map(({ name, kind, type, encoding, sourceType, nullable }): StreamColumn => ({
      name,
      kind,
      type,
      encoding,
      sourceType,
      nullable,
    })),
    fields: kept.map(({ name }) => ownValue(fields, name) ?? name),
  };
}
