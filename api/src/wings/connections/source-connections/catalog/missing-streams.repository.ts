import { sql } from 'kysely';
import type { CatalogAttributes } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';

/** How many tables are returned by name. The others are only counted. */
const NAMES_FIRST = 6;

/**
 * SQL for the settings of streams that no discovery has found: they came with an import. Those of a stream that was
 * found before belong to its table or its schema change, and those of a file to the file.
 */
const missing = (db: WorkspaceDb, sourceConnectionId: string) => sql`
  select stream_key from stream_settings settings
  where settings.workspace_id = ${db.workspaceId} and settings.source_connection_id = ${sourceConnectionId}
    and settings.selected and settings.stream_key like '[%'
    and not exists (
      select from streams where streams.workspace_id = settings.workspace_id
        and streams.source_connection_id = settings.source_connection_id and streams.stream_key = settings.stream_key)
    and not exists (
      select from tables where tables.workspace_id = settings.workspace_id
        and tables.source_connection_id = settings.source_connection_id and tables.stream_key = settings.stream_key)
    and not exists (
      select from schema_changes change where change.workspace_id = settings.workspace_id
        and change.source_connection_id = settings.source_connection_id and change.stream_key = settings.stream_key)`;

/** Returns which tables are selected although the source has never had them, by the names of their streams. */
export async function describeMissingStreams(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<CatalogAttributes['missingTables']> {
  const { rows } = await sql<{ total: number; first: string[] | null }>`
    select count(*)::int as total, (array_agg(name order by name collate alphabetical))[:${sql.lit(NAMES_FIRST)}] as first
    from (${missing(db, sourceConnectionId)}) missing,
      lateral (select concat_ws('.', stream_key::jsonb ->> 0, stream_key::jsonb ->> 1) as name) named`.execute(
    db,
  );
  const { total, first } = rows[0]!;
  return { total, first: first ?? [] };
}

/** Deletes their settings, so that they aren't synced even if the source gets them. Returns how many there were. */
export async function deleteMissingStreams(db: WorkspaceDb, sourceConnectionId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stream_settings
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and stream_key in (${missing(db, sourceConnectionId)})`.execute(db);
  return Number(numAffectedRows);
}
