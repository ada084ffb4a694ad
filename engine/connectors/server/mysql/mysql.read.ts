import { ownValue } from '@headwater/shared/contract/plain';
import { requireCatalogSize } from '../../processes/connector/catalog-limit.ts';
import { logEntry } from '@headwater/protocol/log-entry';
import type {
  ConfiguredCatalog,
  ConfiguredStream,
  ConnectorContext,
  ReadMessage,
  StreamState,
  StreamStates,
} from '@headwater/protocol/protocol';
import { guarded, previewStream } from '../server-read.ts';
import { arrivingColumns, tableNow, type Source } from '../server-tables.ts';
import { SilenceWatch } from '../silence-watch.ts';
import { listRelations, type Relation, type RelationColumn } from './mysql.catalog.ts';
import type { ServerConfiguration } from '../server-config.ts';
import { ConnectionAttempt } from './mysql.connection-attempt.ts';
import { sourceFailure } from './mysql.failure.ts';
import { RowReader } from './mysql.rows.ts';
import { isCursorIndexed, isKeyUnique, selectionOf } from './mysql.selection.ts';
import { prepareSession, serverOf } from './mysql.server.ts';
import type { Session } from './mysql.session.ts';
import { BEFORE_TABLES, BEGIN, CLOSE_TABLE, readStatement } from './mysql.statements.ts';

/** How long listing the tables may take. */
const LIST_SECONDS = 60;
const KILL_MS = 5_000;

/** Reads all streams over one connection and in one snapshot, so that references between them are consistent. */
export async function* read(
  configuration: ServerConfiguration,
  catalog: ConfiguredCatalog,
  states: StreamStates,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  yield* inSnapshot(configuration, catalog, context, async function* (source) {
    const { host, port, database } = configuration;
    yield { type: 'LOG', ...logEntry('info', 'source_connected', { host, port, database }) };
    for (const stream of catalog)
      yield* tableRead(stream, source, () => readStream(stream, states.get(stream.tableName), source));
  });
}

/** Reads the first rows of a stream: the latest ones by its cursor if an index makes that fast, otherwise any. */
export async function* preview(
  configuration: ServerConfiguration,
  stream: ConfiguredStream,
  rows: number,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  yield* inSnapshot(configuration, [stream], context, (source) =>
    tableRead(stream, source, () => readStream(previewStream(stream, rows), undefined, source, true)),
  );
}

/** An open snapshot. */
interface Snapshot {
  session: Session;
  relations: readonly Relation[];
  configuration: ServerConfiguration;
  context: ConnectorContext;
  /** Gives up on the source. */
  giveUp(reason: Error): void;
}

/** Opens a connection, and a snapshot in which the catalog's tables are read. */
async function* inSnapshot(
  configuration: ServerConfiguration,
  catalog: ConfiguredCatalog,
  context: ConnectorContext,
  work: (source: Snapshot) => AsyncIterable<ReadMessage>,
): AsyncIterable<ReadMessage> {
  const attempt = new ConnectionAttempt(configuration, context);
  const session = await attempt.open();
  const ending: { kill: Promise<void> | null } = { kill: null };
  let connectionId = 0;
  const giveUp = (reason: Error) => {
    session.destroy(reason);
    // A busy server notices a lost connection only when it has something to send.
    if (connectionId > 0) ending.kill ??= kill(connectionId, configuration, context);
  };
  const canceled = () => giveUp(context.signal.reason as Error);
  context.signal.addEventListener('abort', canceled, { once: true });
  try {
    const relations = await attempt.within('list', LIST_SECONDS, async () => {
      const server = await serverOf(session);
      connectionId = server.connectionId;
      await prepareSession(session, server);
      await session.run(BEGIN);
      const found = await listRelations(
        session,
        server.isMariaDb,
        catalog.map(({ source }) => source as Source),
      );
      requireCatalogSize(found); // Columns added since discovery are reported by name.
      await session.run(BEFORE_TABLES);
      return found;
    });
    yield* work({ session, relations, configuration, context, giveUp });
    session.close();
  } catch (error) {
    context.signal.throwIfAborted();
    throw sourceFailure(error, configuration, configuration.database);
  } finally {
    context.signal.removeEventListener('abort', canceled);
    attempt.destroy();
    await ending.kill;
  }
}

/** Ends a session on the server, over a second connection as the protocol requires. */
async function kill(
  id: number,
  configuration: ServerConfiguration,
  context: ConnectorContext,
): Promise<void> {
  const signal = AbortSignal.timeout(KILL_MS);
  const attempt = new ConnectionAttempt(configuration, { ...context, signal });
  try {
    const session = await attempt.open();
    await attempt.within('sign_in', KILL_MS / 1000, () => session.run(`kill ${id}`));
  } catch {
    // It has ended by itself, or the server can't be reached.
  } finally {
    attempt.destroy();
  }
}

/** Reads one table. If it fails, its locks are released. */
const tableRead = (
  stream: ConfiguredStream,
  { session, configuration, context }: Snapshot,
  work: () => AsyncIterable<ReadMessage>,
) =>
  guarded({
    ...{ stream, session, context, work, host: configuration.host },
    async recover(error) {
      if (!session.isBroken) await session.run(CLOSE_TABLE).catch((reason: Error) => session.destroy(reason));
      return sourceFailure(error, configuration, stream.tableName);
    },
  });

async function* readStream(
  stream: ConfiguredStream,
  stored: StreamState | undefined,
  { session, relations, context, giveUp }: Snapshot,
  isPreview = false,
): AsyncIterable<ReadMessage> {
  const { tableName } = stream;
  const silence = new SilenceWatch({ idleTimeout: context.idleTimeout, table: tableName, giveUp });
  const { relation, columns: all, newColumns } = tableNow<RelationColumn, Relation>(stream, relations);
  const columns = all.filter(({ name }) => ownValue(stream.masks, name) !== 'drop');
  const isSorted = !isPreview || isCursorIndexed(stream, relation, all);
  const table = { stream, relation, columns: all, read: columns, isSorted };
  const chosen = await silence.during(selectionOf(table, stored, session));
  const { rows: wanted, state, checkpoints } = chosen;
  yield {
    type: 'STREAM_STATUS',
    tableName,
    status: 'STARTED',
    columns: arrivingColumns(stream, columns),
    newColumns,
    isKeyUnique: isKeyUnique(stream, relation),
    ...(checkpoints && { checkpoints: chosen.continues ? ('continue' as const) : ('begin' as const) }),
    ...(isPreview && isSorted && { newestBy: stream.cursorColumn! }),
  };
  const rows = new RowReader(session, columns, silence, checkpoints);
  for await (const message of rows.read(readStatement(relation, columns, wanted)))
    yield { tableName, ...message };
  await silence.during(session.run(CLOSE_TABLE));
  if (state) yield { type: 'STATE', tableName, state };
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: rows.rowsRead };
}
