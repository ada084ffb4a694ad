import { failure, FailureError, toFailure } from '@headwater/base/failures/failure';
import type {
  ConfiguredCatalog,
  ConfiguredStream,
  ConnectorContext,
  ReadMessage,
  StreamState,
  StreamStates,
} from '@headwater/protocol/protocol';
import { requireKeyAndCursor } from '@headwater/protocol/key-and-cursor';
import { RecordBatches } from '@headwater/manifests/stream/records';
import { dataOf, own, textOf, type Dict } from '@headwater/manifests/template/values';
import type { Message } from './bridge.dialect.ts';
import { dialectOf, messages, type Calling } from './bridge-calls.ts';

/** What `discover` stores for `read`. */
export interface Source extends Record<string, unknown> {
  raw: Dict;
  /** The record’s field of each column. */
  fields: string[];
  canContinue: boolean;
}

/** Where the next read begins: the last state that the executable has sent, which only it understands. */
interface State {
  cursor: string;
  state: unknown;
}

/** Reads each table by a run of its own, so that one that fails or is silent keeps no other from being read. */
export async function* read(
  calling: Calling,
  catalog: ConfiguredCatalog,
  states: StreamStates,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  for (const stream of catalog) yield* readOne(calling, stream, states.get(stream.tableName), context);
}

/** Reads the first rows of a table, and ends the executable once there are enough. */
export async function* preview(
  calling: Calling,
  stream: ConfiguredStream,
  rows: number,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  yield* readOne(calling, { ...stream, syncMode: 'full_refresh' }, undefined, context, rows);
}

async function* readOne(
  calling: Calling,
  stream: ConfiguredStream,
  before: StreamState | undefined,
  context: ConnectorContext,
  most = Infinity,
): AsyncIterable<ReadMessage> {
  const { tableName } = stream;
  try {
    yield* readTable(calling, stream, before, context, most);
  } catch (error) {
    context.signal.throwIfAborted();
    yield { type: 'STREAM_STATUS', tableName, status: 'INCOMPLETE', failure: toFailure(error) };
  }
}

async function* readTable(
  calling: Calling,
  stream: ConfiguredStream,
  before: StreamState | undefined,
  { idleTimeout }: ConnectorContext,
  most: number,
): AsyncIterable<ReadMessage> {
  const { tableName, columns } = stream;
  if (stream.problem) throw new FailureError(stream.problem);
  const { raw, fields, canContinue } = stream.source as Source;
  requireKeyAndCursor(
    stream,
    columns.map(({ name }) => name),
  );
  const cursor = stream.syncMode === 'incremental' ? cursorOf(stream, fields) : null;
  if (cursor !== null && !canContinue)
    throw new FailureError('bridge_not_incremental', {
      bridge: calling.bridge.declaration.title,
      table: tableName,
    });
  const { bridge } = calling;
  const call = dialectOf(bridge).read(bridge.declaration, {
    raw: dataOf(raw) as Dict,
    cursor,
    state: cursor !== null && before?.cursor === cursor ? before.state : null,
  });
  const minutes = Math.max(1, Math.round(idleTimeout / 60_000));
  const idle = {
    milliseconds: idleTimeout,
    failure: new FailureError(failure('source_silent', { table: tableName, minutes })),
  };
  yield { type: 'STREAM_STATUS', tableName, status: 'STARTED', columns, isKeyUnique: false };
  const batches = new RecordBatches({ columns, fields });
  const isWanted = belongsTo(raw);
  let state: unknown = null;
  for await (const message of messages(calling, call, idle)) {
    if (message.type === 'state') state = message.state;
    if (message.type !== 'record') continue;
    if (!isWanted(message))
      throw new FailureError('bridge_unknown_stream', {
        bridge: bridge.declaration.title,
        stream: message.stream.slice(0, 200),
      });
    const rejection = batches.add(message.record);
    if (rejection) yield { type: 'REJECTED', tableName, rows: [rejection], count: 1 };
    if (batches.isFull) yield { type: 'RECORDS', tableName, batch: batches.take() };
    if (batches.added >= most) break;
  }
  if (batches.rows > 0) yield { type: 'RECORDS', tableName, batch: batches.take() };
  if (cursor !== null) {
    const next: State = { cursor, state: state ?? before?.state ?? null };
    yield { type: 'STATE', tableName, state: { ...next } };
  }
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: batches.added };
}

/** The field by which an incremental read goes on, which can be named otherwise than its column. */
function cursorOf(
  { tableName: table, cursorColumn, columns }: ConfiguredStream,
  fields: readonly string[],
): string {
  const at = columns.findIndex(({ name }) => name === cursorColumn);
  if (at === -1) throw new FailureError('cursor_missing', { table, column: cursorColumn ?? '' });
  return fields[at]!;
}

/** A tap may name its tables by what they are called or by how they are told apart. */
function belongsTo(raw: Dict): (record: Extract<Message, { type: 'record' }>) => boolean {
  const names = new Set(
    ['name', 'stream', 'tap_stream_id'].flatMap((field) => own(raw, field) ?? []).map(textOf),
  );
  const space = own(raw, 'namespace') ?? null;
  return ({ namespace, stream }) => names.has(stream) && namespace === (space === '' ? null : space);
}
