import { ownValue } from '@headwater/shared/contract/plain';
import { DatabaseError } from 'pg';
import { FailureError } from '@headwater/base/failures/failure';
import { requireCatalogSize } from '../../processes/connector/catalog-limit.ts';
import type {
  ConfiguredCatalog,
  ConfiguredStream,
  ConnectorContext,
  ReadMessage,
  StreamState,
  StreamStates,
} from '@headwater/protocol/protocol';
import { logEntry } from '@headwater/protocol/log-entry';
import { guarded, previewStream } from '../server-read.ts';
import { arrivingColumns, tableNow, type Source } from '../server-tables.ts';
import { ConnectionAttempt } from './postgres.connection-attempt.ts';
import { listRelations, type Relation, type RelationColumn } from './postgres.catalog.ts';
import type { ServerConfiguration } from '../server-config.ts';
import { Copy } from './postgres.copy.ts';
import { sourceFailure } from './postgres.failure.ts';
import { closeTable, openTable } from './postgres.open-table.ts';
import { replicaSeconds, type ReplicaAge } from './postgres.replica.ts';
import { isCursorIndexed, isKeyUnique, selectionOf } from './postgres.selection.ts';
import type { Session } from './postgres.session.ts';
import { SilenceWatch } from '../silence-watch.ts';
import {
  BEFORE_TABLES,
  BEGIN,
  CLOSE_TABLE,
  copyStatement,
  SETTINGS_STATEMENT,
} from './postgres.statements.ts';
import { RowReader } from './postgres.rows.ts';

/** How long listing the tables may take. */
const LIST_SECONDS = 60;

/** Reads all streams over one connection and in one snapshot, so that references between them are consistent. */
export async function* read(
  configuration: ServerConfiguration,
  catalog: ConfiguredCatalog,
  states: StreamStates,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  yield* inSnapshot(configuration, catalog, context, async function* (session, relations, replica) {
    const { host, port, database } = configuration;
    yield { type: 'LOG', ...logEntry('info', 'source_connected', { host, port, database }) };
    if (replica !== null)
      yield { type: 'LOG', ...logEntry('info', 'source_replica', { host, seconds: replica }) };
    for (const stream of catalog) {
      const state = states.get(stream.tableName);
      const silence = silenceWatch(stream, session, context);
      const work = () => readStream(stream, state, session, relations, silence);
      const isReplica = replica !== null;
      yield* tableRead(stream, session, silence, configuration, context, work, isReplica);
    }
  });
}

/** Reads the first rows of a stream: the latest ones by its cursor if an index makes that fast, otherwise any. */
export async function* preview(
  configuration: ServerConfiguration,
  stream: ConfiguredStream,
  rows: number,
  context: ConnectorContext,
): AsyncIterable<ReadMessage> {
  const sample = previewStream(stream, rows);
  yield* inSnapshot(configuration, [stream], context, async function* (session, relations) {
    const silence = silenceWatch(stream, session, context);
    const work = () => readStream(sample, undefined, session, relations, silence, true);
    yield* tableRead(stream, session, silence, configuration, context, work);
  });
}

type Work = (
  session: Session,
  relations: readonly Relation[],
  /** Seconds since the latest change that a replica has. Null if it's none. */
  replica: ReplicaAge | null,
) => AsyncIterable<ReadMessage>;

/** Opens a connection, and a snapshot in which the catalog's tables are read. */
async function* inSnapshot(
  configuration: ServerConfiguration,
  catalog: ConfiguredCatalog,
  context: ConnectorContext,
  work: Work,
): AsyncIterable<ReadMessage> {
  const attempt = new ConnectionAttempt(configuration, context);
  const session = await attempt.open();
  const canceled = () => session.destroy(context.signal.reason as Error);
  context.signal.addEventListener('abort', canceled, { once: true });
  try {
    const { relations, replica } = await attempt.within('list', LIST_SECONDS, () =>
      begin(session, catalog, configuration),
    );
    yield* work(session, relations, replica);
    await attempt.close();
  } finally {
    context.signal.removeEventListener('abort', canceled);
    attempt.destroy();
  }
}

async function begin(
  session: Session,
  catalog: ConfiguredCatalog,
  configuration: ServerConfiguration,
): Promise<{ relations: Relation[]; replica: ReplicaAge | null }> {
  try {
    const replica = await replicaSeconds(session);
    await session.run(BEGIN);
    await session.run(SETTINGS_STATEMENT);
    const sources = catalog.map(({ source }) => source as Source);
    const relations = await listRelations(session, sources);
    requireCatalogSize(relations); // Columns added since discovery are reported by name.
    await session.run(BEFORE_TABLES);
    return { relations, replica };
  } catch (error) {
    throw sourceFailure(error, configuration, configuration.database);
  }
}

const tableRead = (
  stream: ConfiguredStream,
  session: Session,
  silence: SilenceWatch,
  configuration: ServerConfiguration,
  context: ConnectorContext,
  work: () => AsyncIterable<ReadMessage>,
  isReplica = false,
) =>
  guarded({
    ...{ stream, session, context, work, host: configuration.host },
    lost:
      session.problem instanceof DatabaseError
        ? sourceFailure(session.problem, configuration, stream.tableName)
        : null,
    recover: async (error) => {
      const isAlive = await recover(error, session, silence);
      const found = sourceFailure(error, configuration, stream.tableName, isAlive);
      return isReplica ? ofReplica(found, stream.tableName, configuration.host) : found;
    },
  });

/** A replica that ends a read for what its primary did doesn't always say so before the connection is gone. */
const ofReplica = (found: FailureError, table: string, host: string): FailureError =>
  found.failure.code === 'source_disconnected'
    ? new FailureError('replica_lost', { table, host }, { internalMessage: found.message })
    : found;

const silenceWatch = (
  { tableName: table }: ConfiguredStream,
  session: Session,
  { idleTimeout }: ConnectorContext,
) => new SilenceWatch({ idleTimeout, table, giveUp: (reason) => session.destroy(reason) });

/** Releases the locks of a failed table. Returns false if the connection is lost. */
async function recover(error: unknown, session: Session, silence: SilenceWatch): Promise<boolean> {
  try {
    if (!session.isBroken) {
      await silence.during(session.run(CLOSE_TABLE));
      return true;
    }
  } catch (lost) {
    session.destroy(lost as Error);
  }
  if (error instanceof DatabaseError) session.wasEndedBy(error);
  return false;
}

async function* readStream(
  stream: ConfiguredStream,
  stored: StreamState | undefined,
  session: Session,
  relations: readonly Relation[],
  silence: SilenceWatch,
  isPreview = false,
): AsyncIterable<ReadMessage> {
  const { tableName } = stream;
  const { relation, columns: all, newColumns } = tableNow<RelationColumn, Relation>(stream, relations);
  const columns = all.filter(({ name }) => ownValue(stream.masks, name) !== 'drop');
  await silence.during(openTable(session, relation, columns, tableName));
  const isSorted = !isPreview || (await silence.during(isCursorIndexed(stream, relation, all, session)));
  const table = { stream, relation, columns: all, read: columns, isSorted };
  const chosen = await silence.during(selectionOf(table, stored, session));
  const { checkpoints, isWhole, notice } = chosen;
  if (notice) yield { type: 'LOG', ...notice };
  const isUnique = !isPreview && (await silence.during(isKeyUnique(stream, relation, all, session)));
  yield {
    type: 'STREAM_STATUS',
    tableName,
    status: 'STARTED',
    columns: arrivingColumns(stream, columns),
    newColumns,
    // In another order, a row that changes between two attempts comes twice.
    isKeyUnique: isUnique && (checkpoints?.order.isByKey ?? true),
    ...(isWhole && { isWhole }),
    ...(checkpoints && { checkpoints: chosen.continues ? 'continue' : 'begin' }),
    ...(isPreview && isSorted && { newestBy: stream.cursorColumn! }),
  };
  const copy = session.submit(new Copy(copyStatement(relation, columns, chosen.rows)));
  const rows = new RowReader(copy, columns, silence, checkpoints);
  try {
    for await (const message of rows.read()) yield { tableName, ...message };
  } catch (error) {
    // What the source still sends must be read before it can be asked for anything else.
    if (!copy.hasEnded) {
      session.cancel();
      await rows.discard();
    }
    throw error;
  }
  await silence.during(closeTable(session, relation, tableName));
  if (chosen.state) yield { type: 'STATE', tableName, state: chosen.state };
  yield { type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead: copy.rowCount };
}
