import type { TableLineageAttributes } from '@headwater/shared/contract';
import { sql } from 'kysely';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';

/** Returns a table with everything that it's made of, and everything that is made of it, by the names of tables. */
export async function findLineage(db: WorkspaceDb, tableId: string): Promise<TableLineageAttributes> {
  const { rows } = await sql<TableLineageAttributes>`
    with recursive above(id) as (
      select ${tableId}
      union select input.table_id from above join sql_view_inputs input
        on input.workspace_id = ${db.workspaceId} and input.view_id = above.id
    ), below(id) as (
      select ${tableId}
      union select input.view_id from below join sql_view_inputs input
        on input.workspace_id = ${db.workspaceId} and input.table_id = below.id
    ), found as (select id from above union select id from below)
    select
      (
        select jsonb_agg(jsonb_build_object(
          'id', tables.id, 'sourceConnectionId', tables.source_connection_id,
          'sourceConnectionName', connection.name, 'connector', connection.connector,
          'tableName', tables.table_name, 'isView', connection.connector = 'views'
        ) order by connection.name, tables.table_name)
        from found join tables on tables.workspace_id = ${db.workspaceId} and tables.id = found.id
        join all_source_connections connection on connection.workspace_id = tables.workspace_id
          and connection.id = tables.source_connection_id
      ) as tables,
      (
        select coalesce(jsonb_agg(distinct jsonb_build_object('from', table_id, 'to', view_id)), '[]')
        from sql_view_inputs input where workspace_id = ${db.workspaceId}
          and table_id in (select id from found) and view_id in (select id from found)
      ) as uses`.execute(db);
  return rows[0]!;
}
