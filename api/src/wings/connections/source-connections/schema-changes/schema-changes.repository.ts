import { sql, type Selectable } from 'kysely';
import type { Dependent } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import type { InstallationDb } from '../../../../platform/database/installation-db.ts';
import type { SchemaChangeTable } from '../source-connections.tables.ts';
import { holdsTable } from './change-policy.rules.ts';
import type { SchemaDiff, StreamSchema } from './schema-diff.ts';

export type SchemaChangeRow = Selectable<SchemaChangeTable>;

const changes = (db: WorkspaceDb, sourceConnectionId: string) =>
  db
    .selectFrom('schema_changes')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId);

export function listPendingChanges(db: WorkspaceDb, sourceConnectionId: string): Promise<SchemaChangeRow[]> {
  return changes(db, sourceConnectionId).where('state', '=', 'pending').execute();
}

/** When a change was found, in microseconds, and its ID: what the list is sorted by. */
export type ChangePosition = readonly [foundAt: number, id: string];

/** Lists changes that wait for a decision, or those that don't, the latest first. */
export async function listChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
  isPending: boolean,
  before: ChangePosition | null,
  limit: number,
): Promise<(SchemaChangeRow & { foundMicros: number })[]> {
  const micros = sql<number>`(extract(epoch from found_at) * 1000000)::bigint`;
  return changes(db, sourceConnectionId)
    .select(micros.as('foundMicros'))
    .where('state', isPending ? '=' : '<>', 'pending')
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(${micros}, id) < (${before![0]}::bigint, ${before![1]})`),
    )
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
  isPending: boolean,
): Promise<number> {
  const { count } = await db
    .selectFrom('schema_changes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('state', isPending ? '=' : '<>', 'pending')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the changes that exist of these, by ID. */
export async function listChangesById(
  db: WorkspaceDb,
  sourceConnectionId: string,
  ids: readonly string[],
): Promise<Map<string, SchemaChangeRow>> {
  const rows = await changes(db, sourceConnectionId).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the names of a table's columns that are new or have changed, if that waits for a decision. */
export async function listWaitingColumns(
  db: WorkspaceDb,
  sourceConnectionId: string,
  tableName: string,
): Promise<Set<string>> {
  const change = await changes(db, sourceConnectionId)
    .where('state', '=', 'pending')
    .where('table_name', '=', tableName)
    .executeTakeFirst();
  const { added = [], retyped = [], nullability = [] } = change?.diff ?? {};
  return new Set([...added, ...retyped, ...nullability].map(({ name }) => name));
}

export interface NewChange {
  id: string;
  streamKey: string;
  tableName: string;
  diff: SchemaDiff;
  baseline: StreamSchema | null;
  breaking: boolean;
  impact: readonly Dependent[];
  state: 'pending' | 'applied' | 'ignored';
}

/** How many rows are inserted at once. */
const AT_ONCE = 500;

export async function insertChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
  found: readonly NewChange[],
): Promise<void> {
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const rows = found.slice(from, from + AT_ONCE).map((change) => ({
      workspace_id: db.workspaceId,
      id: change.id,
      source_connection_id: sourceConnectionId,
      stream_key: change.streamKey,
      table_name: change.tableName,
      diff: JSON.stringify(change.diff),
      // Only what still waits is compared again.
      baseline: change.state === 'pending' && change.baseline ? JSON.stringify(change.baseline) : null,
      breaking: change.breaking,
      impact: JSON.stringify(change.impact),
      state: change.state,
      decided_at: change.state === 'pending' ? null : sql<Date>`now()`,
    }));
    await db.insertInto('schema_changes').values(rows).execute();
  }
}

/** Removes pending changes that the source has taken back, or that became others. */
export async function deletePendingChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from schema_changes
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and state = 'pending' and id = any(${[...ids]}::text[])`.execute(db);
}

/** Stores someone's decision. */
export async function decideChange(
  db: WorkspaceDb,
  id: string,
  decision: { state: 'approved' | 'ignored'; by: string; impact: readonly Dependent[] },
): Promise<void> {
  await db
    .updateTable('schema_changes')
    .set({
      state: decision.state,
      impact: JSON.stringify(decision.impact),
      baseline: null,
      decided_at: sql<Date>`now()`,
      decided_by: decision.by,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** How long decided changes are listed. */
const KEPT_DAYS = 365;

export async function deleteOldChanges(db: InstallationDb): Promise<void> {
  await sql`
    delete from schema_changes
    where state <> 'pending' and decided_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(
    db,
  );
}

/**
 * Returns for changes that brought new columns, by ID, the first version of the table that was loaded with them after
 * the change was applied.
 */
export async function firstVersionsWith(
  db: WorkspaceDb,
  changes: readonly SchemaChangeRow[],
): Promise<Map<string, number>> {
  const ids = changes.map(({ id }) => id);
  const { rows } = await sql<{ id: string; version: number }>`
    select change.id, min(found.version) as version
    from schema_changes change
    join tables on tables.workspace_id = change.workspace_id
      and tables.source_connection_id = change.source_connection_id and tables.table_name = change.table_name
    join table_versions found on found.workspace_id = tables.workspace_id and found.table_id = tables.id
    where change.workspace_id = ${db.workspaceId} and change.id = any(${ids}::text[])
      and change.state in ('applied', 'approved') and found.committed_at >= change.decided_at
      and found.columns @> jsonb_build_array(jsonb_build_object('name', change.diff -> 'added' -> 0 -> 'name'))
    group by change.id`.execute(db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** What a stream's pending change means for its next read. */
export interface WaitingChange {
  /** The table isn't read. */
  isHeld: boolean;
  /** New columns, which stay out. */
  columns: string[];
}

/** Returns what waits for a decision, by stream. */
export async function listWaitingChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<Map<string, WaitingChange>> {
  const pending = await listPendingChanges(db, sourceConnectionId);
  return new Map(
    pending
      .filter(({ diff }) => diff.table === null)
      .map(({ stream_key, diff, breaking }) => [
        stream_key,
        { isHeld: holdsTable(diff, breaking), columns: diff.added.map(({ name }) => name) },
      ]),
  );
}
