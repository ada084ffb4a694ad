import { sql, type Selectable } from 'kysely';
import { SELECTION_MAX, type Failure } from '@headwater/shared/contract';
import { catalogParts } from '@headwater/protocol/catalog-parts';
import type { DiscoveredStream } from '@headwater/protocol/protocol';
import { storedJson } from '@headwater/protocol/storable';
import { suggestKeyAndCursor } from '@headwater/protocol/suggest-key-and-cursor';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { requireConnector } from '../setup/configuration.rules.ts';
import { getSourceConnection } from '../source-connections.repository.ts';
import type { StreamSettingsTable, StreamTable } from '../source-connections.tables.ts';
import { indexStreamSettings } from '../schema-changes/dependencies.repository.ts';
import { nameStreams, type KnownStream, type NamedStream } from './stream-names.ts';
import { listChoices, storeChoices } from './stream-settings.repository.ts';

/** A stream of the last discovery. */
export type StreamRow = Selectable<StreamTable>;

/** A stream that a run is to read, with what people chose for it. */
export type SelectedStream = StreamRow & Selectable<StreamSettingsTable>;

/** Lists the selected streams, with their columns. */
export function listSelectedStreams(db: WorkspaceDb, sourceConnectionId: string): Promise<SelectedStream[]> {
  return selectedStreams(db, sourceConnectionId).selectAll().execute();
}

/** Lists the names of the selected streams' tables. */
export function listSelectedTables(db: WorkspaceDb, sourceConnectionId: string) {
  return selectedStreams(db, sourceConnectionId).select(['table_name', 'estimated_rows']).execute();
}

/** Lists the names of tables that the source has and that nobody wants to be synced. */
export async function listUnselectedTables(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ table_name: string }>`
    select table_name
    from streams left join stream_settings using (workspace_id, source_connection_id, stream_key)
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and selected is not true`.execute(db);
  return new Set(rows.rows.map(({ table_name }) => table_name));
}

const selectedStreams = (db: WorkspaceDb, sourceConnectionId: string) =>
  db
    .selectFrom('streams')
    .innerJoin('stream_settings', (join) =>
      join
        .onRef('stream_settings.workspace_id', '=', 'streams.workspace_id')
        .onRef('stream_settings.source_connection_id', '=', 'streams.source_connection_id')
        .onRef('stream_settings.stream_key', '=', 'streams.stream_key'),
    )
    .where('streams.workspace_id', '=', db.workspaceId)
    .where('streams.source_connection_id', '=', sourceConnectionId)
    .where('selected', '=', true)
    .orderBy('namespace')
    .orderBy(sql`table_name collate alphabetical`);

/** Lists the streams of the last discovery, and tables whose stream it didn't find. */
async function listKnownStreams(db: WorkspaceDb, sourceConnectionId: string): Promise<KnownStream[]> {
  const { rows } = await sql<KnownStream>`
    select coalesce(streams.stream_key, tables.stream_key) as "streamKey",
      table_name as "tableName",
      streams.stream_key is not null as "isListed", tables.id is not null as "hasTable", problem
    from streams full join tables using (workspace_id, source_connection_id, table_name)
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}`.execute(db);
  return rows;
}

/** A discovery's streams with their tables. */
interface NamedStreams {
  named: readonly NamedStream[];
  /** Those that the discovery before didn't find. Empty for a first discovery. */
  added: readonly NamedStream[];
}

/**
 * Assigns tables to what a discovery has found. With `selectNew`, new streams are selected, as many as a connection may
 * have.
 */
export async function nameFound(
  db: WorkspaceDb,
  sourceConnectionId: string,
  found: readonly DiscoveredStream[],
  selectNew: boolean,
): Promise<NamedStreams> {
  const before = await listKnownStreams(db, sourceConnectionId);
  const choices = await listChoices(db, sourceConnectionId);
  const named = nameStreams(before, choices, found, selectNew);
  const listed = new Set(before.filter(({ isListed }) => isListed).map(({ streamKey }) => streamKey));
  const isNew = ({ streamKey, replaces }: NamedStream) => replaces === null && !listed.has(streamKey);
  let selected = 0;
  const fitting = named
    .toSorted((one, other) => Number(isNew(one)) - Number(isNew(other)))
    .map((stream) => {
      selected += Number(stream.selected);
      return stream.selected && selected > SELECTION_MAX && isNew(stream)
        ? { ...stream, selected: false }
        : stream;
    });
  return { named: fitting, added: listed.size === 0 ? [] : fitting.filter(isNew) };
}

/**
 * Replaces the stored streams with those of a discovery. A stream that the source no longer has is removed from the
 * list, but its table, rows, and settings stay. Returns whether the source says something else about its tables now.
 */
export async function replaceStreams(
  db: WorkspaceDb,
  sourceConnectionId: string,
  { named }: Pick<NamedStreams, 'named'>,
): Promise<boolean> {
  const { connector } = await getSourceConnection(db, sourceConnectionId);
  const canContinue = requireConnector(connector).spec().supportedSyncModes.includes('incremental');
  await db
    .deleteFrom('streams')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  for (const part of catalogParts(named, ({ stream }) => stream.columns.length)) {
    const rows = part.map((one) => streamRow(db.workspaceId, sourceConnectionId, one, canContinue));
    await db.insertInto('streams').values(rows).execute();
  }
  const saysElse = await commentTables(db, sourceConnectionId);
  await storeChoices(db, sourceConnectionId, named);
  await indexStreamSettings(db, sourceConnectionId);
  if (named.length >= MANY_STREAMS) await sql`analyze streams, stream_settings, schema_changes`.execute(db);
  return saysElse;
}

/**
 * Tables have what their source says now. Those that can't be read now, or are gone, keep what it said. Returns whether
 * it says something else.
 */
async function commentTables(db: WorkspaceDb, sourceConnectionId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tables set comments = streams.comments
    from streams
    where tables.workspace_id = ${db.workspaceId} and tables.source_connection_id = ${sourceConnectionId}
      and streams.workspace_id = tables.workspace_id
      and streams.source_connection_id = tables.source_connection_id
      and streams.stream_key = tables.stream_key and streams.problem is null
      and tables.comments is distinct from streams.comments`.execute(db);
  return numAffectedRows! > 0n;
}

/**
 * From so many on, the database has to know of them before the next query. It looks at tables only once a minute, and
 * until then it expects a few rows of a new catalog and compares all with all, which took over a minute.
 */
const MANY_STREAMS = 500;

function streamRow(
  workspaceId: string,
  sourceConnectionId: string,
  { stream, streamKey, tableName }: NamedStream,
  canContinue: boolean,
) {
  const suggestion = canContinue ? suggestKeyAndCursor(stream).cursor : null;
  return {
    workspace_id: workspaceId,
    source_connection_id: sourceConnectionId,
    table_name: tableName,
    namespace: stream.namespace,
    name: stream.name,
    columns: JSON.stringify(stream.columns),
    primary_key: JSON.stringify(stream.primaryKey),
    estimated_rows: stream.estimatedRows,
    estimated_bytes: stream.estimatedBytes,
    suggested_cursor: suggestion?.column ?? null,
    system_cursor: (canContinue && stream.systemCursor) || null,
    problem: stream.problem && JSON.stringify(stream.problem),
    findings: JSON.stringify(stream.findings),
    comments: JSON.stringify(stream.comments ?? {}),
    source: storedJson(stream.source),
    stream_key: streamKey,
  };
}

export async function countStreams(db: WorkspaceDb, sourceConnectionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('streams')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Runs that read fewer rows mostly wait. */
const ROWS_TO_TELL = 1_000;

/** Returns how many rows a second the last successful runs have read, or null if none of them has read enough. */
export async function findReadingSpeed(db: WorkspaceDb, sourceConnectionId: string): Promise<number | null> {
  const { rows } = await sql<{ speed: number | null }>`
    select (sum(rows_read) / sum(seconds))::float8 as speed from (
      select extract(epoch from attempt.ended_at - attempt.started_at) as seconds, totals.rows_read
      from sync_runs run
        join sync_attempts attempt on attempt.workspace_id = run.workspace_id and attempt.run_id = run.id
        cross join lateral (
          select sum(rows_read) as rows_read from sync_run_streams
          where workspace_id = run.workspace_id and run_id = run.id
        ) totals
      where run.workspace_id = ${db.workspaceId} and run.source_connection_id = ${sourceConnectionId}
        and run.state = 'succeeded' and run.attempt = 1 and attempt.ended_at > attempt.started_at
        and totals.rows_read >= ${sql.lit(ROWS_TO_TELL)}
      order by run.number desc limit 5
    ) runs`.execute(db);
  return rows[0]?.speed ?? null;
}

export async function markDiscovery(
  db: WorkspaceDb,
  sourceConnectionId: string,
  state: 'discovering' | 'ready' | 'discover_failed',
  failure: Failure | null = null,
): Promise<void> {
  await db
    .updateTable('source_connections')
    .set({
      schema_state: state,
      schema_failure: failure && JSON.stringify(failure),
      ...(state === 'discovering' && { discovery_started_at: sql<Date>`now()` }),
      ...(state !== 'discovering' && { schema_at: sql<Date>`now()` }),
      ...(state === 'ready' && { discovered_at: sql<Date>`now()` }),
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', sourceConnectionId)
    .execute();
}

/** Goes back to what was known before the discovery. */
export async function markDiscoveryCanceled(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
  await db
    .updateTable('source_connections')
    .set({
      schema_state: sql`case when discovered_at is null then 'unknown' else 'ready' end`,
      schema_failure: null,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', sourceConnectionId)
    .execute();
}

/** Marks a discovery as still in progress, whether running or waiting for its turn. */
export async function touchDiscovery(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
  await db
    .updateTable('source_connections')
    .set({ discovery_started_at: sql<Date>`now()` })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', sourceConnectionId)
    .where('schema_state', '=', 'discovering')
    .execute();
}
