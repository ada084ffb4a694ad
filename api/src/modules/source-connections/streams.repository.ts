import { sql, type Selectable } from 'kysely';
import type { Failure } from '@headwater/shared/contract';
import type { DiscoveredStream, StreamColumn } from '../../engine/protocol/protocol.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { StreamTable } from './source-connections.tables.ts';
import { listStreamChanges, replaceStreamChanges } from './stream-changes.repository.ts';
import { noteChanges } from './stream-changes.ts';
import { nameStreams, type NamedStream } from './stream-names.ts';

export type StreamRow = Selectable<StreamTable>;

export function listStreams(db: WorkspaceDb, sourceConnectionId: string): Promise<StreamRow[]> {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .orderBy('namespace')
    .orderBy('table_name')
    .execute();
}

/** How many streams of a large catalog are turned into rows at a time, so that others don't have to wait. */
const STREAMS_AT_ONCE = 500;

/**
 * Replaces the stored streams with those of a discovery. A stream that the source no longer has is removed
 * from the list, but its table and rows stay. With `selectNew`, new streams are selected, as for files, which
 * were uploaded to be loaded.
 */
export async function replaceStreams(
  db: WorkspaceDb,
  sourceConnectionId: string,
  found: readonly DiscoveredStream[],
  selectNew: boolean,
): Promise<void> {
  const before = await listStreams(db, sourceConnectionId);
  await db
    .deleteFrom('streams')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  const named = nameStreams(before, found, selectNew);
  for (let at = 0; at < named.length; at += STREAMS_AT_ONCE) {
    const rows = named
      .slice(at, at + STREAMS_AT_ONCE)
      .map((one) => streamRow(db.workspaceId, sourceConnectionId, one));
    await db.insertInto('streams').values(rows).execute();
  }
  if (before.length === 0) return; // the first discovery changes nothing
  const now = named.map(
    ({ stream, tableName, selected }) => [tableName, seen(stream.columns, selected)] as const,
  );
  const noted = await listStreamChanges(db, sourceConnectionId);
  await replaceStreamChanges(
    db,
    sourceConnectionId,
    noteChanges(noted, streamsByTable(before), new Map(now)),
  );
}

/** The part of a stream whose changes are reported. */
const seen = (columns: readonly StreamColumn[], selected: boolean) => ({
  columns: columns.map(({ name, type }) => ({ name, type })),
  selected,
});

export const streamsByTable = (streams: readonly StreamRow[]) =>
  new Map(streams.map(({ table_name, columns, selected }) => [table_name, seen(columns, selected)]));

function streamRow(
  workspaceId: string,
  sourceConnectionId: string,
  { stream, tableName, selected, deselected }: NamedStream,
) {
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
    problem: stream.problem && JSON.stringify(stream.problem),
    findings: JSON.stringify(stream.findings),
    source: JSON.stringify(stream.source),
    selected,
    deselected,
  };
}

export async function countStreams(
  db: WorkspaceDb,
  sourceConnectionId: string,
  which: 'all' | 'selected' = 'all',
): Promise<number> {
  const { count } = await db
    .selectFrom('streams')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .$if(which === 'selected', (query) => query.where('selected', '=', true))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Selects some tables and deselects others. Returns which of them exist, and how many are selected now. */
export async function changeSelection(
  db: WorkspaceDb,
  sourceConnectionId: string,
  add: readonly string[],
  remove: readonly string[],
): Promise<{ known: Set<string>; selected: number }> {
  const isAdded = sql<boolean>`table_name = any(${[...add]}::text[])`;
  const rows = await db
    .updateTable('streams')
    .set({ selected: isAdded, deselected: sql<boolean>`not ${isAdded}` })
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where(sql<boolean>`table_name = any(${[...add, ...remove]}::text[])`)
    .returning('table_name')
    .execute();
  const known = new Set(rows.map(({ table_name }) => table_name));
  return { known, selected: await countStreams(db, sourceConnectionId, 'selected') };
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
