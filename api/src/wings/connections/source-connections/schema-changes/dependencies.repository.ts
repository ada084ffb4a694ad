import { sql } from 'kysely';
import type { DependentPart, DependentType } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';

/** What uses a table, or its connection as a whole. Empty names stand for the whole. */
export interface Dependency {
  tableName: string;
  column: string;
  type: DependentType;
  /** The connection whose schedule it is, or the document; null for what belongs to the table itself. */
  name: string | null;
  /** The document. Null for what belongs to the table itself. */
  id: string | null;
  parts: readonly DependentPart[];
  /** The view that it reads instead of the table itself. Null if it reads the table. */
  through: string | null;
}

/** Lists what uses a connection and its tables, and what reads views that do. */
export async function listDependencies(db: WorkspaceDb, sourceConnectionId: string): Promise<Dependency[]> {
  const { rows } = await sql<Dependency>`
    with recursive readers as materialized (
      select view.id as view_id, view.table_name as through, below.dependent_type, below.dependent_id,
        below.dependent_name, jsonb_path_query_array(jsonb_agg(below.dependent_parts), '$[*][*]') as parts
      from all_source_connections made
      join tables view on view.workspace_id = made.workspace_id and view.source_connection_id = made.id
      join dependencies below on below.workspace_id = view.workspace_id
        and below.source_connection_id = view.source_connection_id and below.table_name = view.table_name
      where made.workspace_id = ${db.workspaceId} and made.connector = 'views' and below.dependent_name is not null
      group by view.id, view.table_name, below.dependent_type, below.dependent_id, below.dependent_name
    ), found as (
      select table_name, column_name, dependent_type, dependent_id, dependent_name, dependent_parts as parts,
        null::text as through
      from dependencies
      where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      union
      select found.table_name, found.column_name, readers.dependent_type, readers.dependent_id,
        readers.dependent_name, readers.parts, readers.through
      from found join readers on found.dependent_type = 'view' and readers.view_id = found.dependent_id
    )
    select table_name as "tableName", column_name as column, dependent_type as type,
      coalesce(connection.name, dependent_name) as name,
      case when dependent_name is not null then dependent_id end as id, parts, through
    from found
    left join source_connections connection on connection.workspace_id = ${db.workspaceId}
      and connection.id = dependent_id and dependent_type = 'schedule'
    order by table_name collate alphabetical, dependent_type,
      coalesce(connection.name, dependent_name) collate alphabetical, dependent_id, through nulls first,
      column_name`.execute(db);
  return rows;
}

/**
 * Stores which columns the settings of the connection's selected streams use. Call it whenever these settings, the
 * selection, or the streams have changed. A key that is about to change is the one before the change.
 */
export async function indexStreamSettings(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
  await sql`
    delete from dependencies
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and dependent_type in ('stream_key', 'stream_cursor', 'stream_filter', 'stream_mask')`.execute(db);
  await sql`
    insert into dependencies (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id)
    select streams.workspace_id, streams.source_connection_id, streams.table_name, used.column_name, used.type, stream_key
    from streams join stream_settings settings using (workspace_id, source_connection_id, stream_key)
    left join (select * from schema_changes where state = 'pending') change
      using (workspace_id, source_connection_id, stream_key),
      lateral (
        select
          jsonb_array_elements_text(
            coalesce(nullif(key_columns, 'null'), change.baseline -> 'primaryKey', primary_key)),
          'stream_key'
          where destination_sync_mode in ('append_dedup', 'history')
        union select cursor_column, 'stream_cursor' where cursor_column is not null
        union select each ->> 'column', 'stream_filter'
          from jsonb_array_elements(coalesce(nullif(row_filter, 'null'), '[]')) each
        union select jsonb_object_keys(masks), 'stream_mask'
      ) used (column_name, type)
    where streams.workspace_id = ${db.workspaceId} and streams.source_connection_id = ${sourceConnectionId}
      and selected`.execute(db);
}

/** Stores which connection's runs start those of another one, if any. */
export async function indexSchedule(
  db: WorkspaceDb,
  followerId: string,
  followedId: string | null,
): Promise<void> {
  await db
    .deleteFrom('dependencies')
    .where('workspace_id', '=', db.workspaceId)
    .where('dependent_type', '=', 'schedule')
    .where('dependent_id', '=', followerId)
    .execute();
  if (followedId === null) return;
  await db
    .insertInto('dependencies')
    .values({
      workspace_id: db.workspaceId,
      source_connection_id: followedId,
      table_name: '',
      column_name: '',
      dependent_type: 'schedule',
      dependent_id: followerId,
    })
    .execute();
}
