import { sql } from 'kysely';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { Choice, NamedStream } from './stream-names.ts';

/** Returns whether people want the streams, by key, including streams that the source no longer has. */
export async function listChoices(db: WorkspaceDb, sourceConnectionId: string): Promise<Map<string, Choice>> {
  const rows = await db
    .selectFrom('stream_settings')
    .select(['stream_key', 'selected', 'deselected'])
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  return new Map(rows.map(({ stream_key, ...choice }) => [stream_key, choice]));
}

/** Stores what a discovery decided. A stream that replaces another takes over its settings. */
export async function storeChoices(
  db: WorkspaceDb,
  sourceConnectionId: string,
  named: readonly NamedStream[],
): Promise<void> {
  const replacing = named.filter(({ replaces }) => replaces !== null);
  await sql`
    update stream_settings set stream_key = change.after
    from unnest(${replacing.map(({ replaces }) => replaces!)}::text[], ${replacing.map(({ streamKey }) => streamKey)}::text[])
      as change (before, after)
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and stream_key = change.before`.execute(db);
  const chosen = named.filter(({ selected, deselected }) => selected || deselected);
  await sql`
    insert into stream_settings (workspace_id, source_connection_id, stream_key, selected, deselected)
    select ${db.workspaceId}, ${sourceConnectionId}, stream_key, selected, deselected
    from unnest(${chosen.map(({ streamKey }) => streamKey)}::text[], ${chosen.map(({ selected }) => selected)}::boolean[],
      ${chosen.map(({ deselected }) => deselected)}::boolean[]) as chosen (stream_key, selected, deselected)
    on conflict (workspace_id, source_connection_id, stream_key)
    do update set selected = excluded.selected, deselected = excluded.deselected
    where (stream_settings.selected, stream_settings.deselected) <> (excluded.selected, excluded.deselected)`.execute(
    db,
  );
}

/** Selects some tables and deselects others. Returns which of them exist, and how many are selected now. */
export async function changeSelection(
  db: WorkspaceDb,
  sourceConnectionId: string,
  add: readonly string[],
  remove: readonly string[],
): Promise<{ known: Set<string>; selected: number }> {
  const { rows } = await sql<{ table_name: string }>`
    with changed as (
      select table_name, stream_key, table_name = any(${[...add]}::text[]) as selected from streams
      where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
        and table_name = any(${[...add, ...remove]}::text[])
    ), stored as (
      insert into stream_settings (workspace_id, source_connection_id, stream_key, selected, deselected)
      select ${db.workspaceId}, ${sourceConnectionId}, stream_key, selected, not selected from changed
      on conflict (workspace_id, source_connection_id, stream_key)
      do update set selected = excluded.selected, deselected = excluded.deselected, updated_at = now()
    )
    select table_name from changed`.execute(db);
  const known = new Set(rows.map(({ table_name }) => table_name));
  return { known, selected: await countSelected(db, sourceConnectionId) };
}

/** Counts the selected streams that the source has. */
export async function countSelected(db: WorkspaceDb, sourceConnectionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from streams join stream_settings using (workspace_id, source_connection_id, stream_key)
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId} and selected`.execute(
    db,
  );
  return Number(rows[0]!.count);
}
