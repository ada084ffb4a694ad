import { sql, type Selectable } from 'kysely';
import type { Failure } from '@headwater/shared/contract';
import { catalogParts } from '../../engine/protocol/catalog-parts.ts';
import type { DiscoveredStream, StreamColumn } from '../../engine/protocol/protocol.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { StreamBefore, StreamTable } from './source-connections.tables.ts';
import { insertStreamChanges, listChangedTables, takeStreamChanges } from './stream-changes.repository.ts';
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

/** Lists the selected streams, without their columns. */
export function listSelectedStreams(db: WorkspaceDb, sourceConnectionId: string) {
  return db
    .selectFrom('streams')
    .select(['table_name', 'estimated_rows'])
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('selected', '=', true)
    .orderBy('namespace')
    .orderBy('table_name')
    .execute();
}

function listKnownStreams(db: WorkspaceDb, sourceConnectionId: string) {
  return db
    .selectFrom('streams')
    .select(['namespace', 'name', 'table_name', 'selected', 'deselected', 'problem', 'source'])
    .select(sql<number>`jsonb_array_length(columns)`.as('columnCount'))
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
}

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
  const before = await listKnownStreams(db, sourceConnectionId);
  const named = nameStreams(before, found, selectNew);
  if (before.length > 0) await noteAllChanges(db, sourceConnectionId, before, named); // the first discovery changes nothing
  await db
    .deleteFrom('streams')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  for (const part of catalogParts(named, ({ stream }) => stream.columns.length)) {
    const rows = part.map((one) => streamRow(db.workspaceId, sourceConnectionId, one));
    await db.insertInto('streams').values(rows).execute();
  }
}

/** Compares what was found with the streams that are still stored, and notes what differs. */
async function noteAllChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
  before: readonly { table_name: string; columnCount: number }[],
  named: readonly NamedStream[],
): Promise<void> {
  const now = new Map(named.map((one) => [one.tableName, one]));
  const changed = await listChangedTables(db, sourceConnectionId);
  const widths = new Map(before.map(({ table_name, columnCount }) => [table_name, columnCount]));
  const tables = new Set([...widths.keys(), ...now.keys(), ...changed]);
  const widthOf = (table: string) =>
    Math.max(widths.get(table) ?? 0, now.get(table)?.stream.columns.length ?? 0);
  for (const part of catalogParts(tables, widthOf)) {
    const noted = await takeStreamChanges(db, sourceConnectionId, part);
    const former = await storedColumns(db, sourceConnectionId, part);
    const present = part
      .flatMap((table) => now.get(table) ?? [])
      .map(({ tableName, stream, selected }) => [tableName, seen(stream.columns, selected)] as const);
    await insertStreamChanges(db, sourceConnectionId, noteChanges(noted, former, new Map(present)));
  }
}

async function storedColumns(
  db: WorkspaceDb,
  sourceConnectionId: string,
  tableNames: readonly string[],
): Promise<Map<string, StreamBefore>> {
  const rows = await db
    .selectFrom('streams')
    .select(['table_name', 'columns', 'selected'])
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('table_name', 'in', tableNames)
    .execute();
  return new Map(rows.map(({ table_name, columns, selected }) => [table_name, seen(columns, selected)]));
}

/** The part of a stream whose changes are reported. */
const seen = (columns: readonly StreamColumn[], selected: boolean): StreamBefore => ({
  columns: columns.map(({ name, type }) => ({ name, type })),
  selected,
});

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
