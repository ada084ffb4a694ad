import type { TableLineageAttributes } from '@headwater/shared/contract';
import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';

const DOCUMENTS_MAX = 100;

/**
 * Returns a table with everything that it's made of, everything that is made of it, by the names of tables, and the
 * reports, saved queries, and service accounts that read it or what is made of it.
 */
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
    ), found as (select id from above union select id from below
    ), documents as (
      select dependent_type as type, dependent_id as id, dependent_name as name,
        jsonb_agg(distinct tables.id) as tables,
        coalesce(
          jsonb_agg(jsonb_build_object('name', column_name, 'parts', dependent_parts) order by column_name)
            filter (where tables.id = ${tableId} and column_name <> ''),
          '[]'
        ) as columns
      from below join tables on tables.workspace_id = ${db.workspaceId} and tables.id = below.id
      join dependencies on dependencies.workspace_id = tables.workspace_id
        and dependencies.source_connection_id = tables.source_connection_id
        and dependencies.table_name = tables.table_name
      where dependent_type in ('report', 'saved_query', 'service_account') and dependent_name is not null
      group by dependent_type, dependent_id, dependent_name
    )
    select
      (
        select jsonb_agg(jsonb_build_object(
          'id', tables.id, 'sourceConnectionId', tables.source_connection_id,
          'sourceConnectionName', connection.name, 'connector', connection.connector,
          'tableName', tables.table_name, 'isView', connection.connector = 'views'
        ) order by connection.name collate alphabetical, tables.table_name collate alphabetical)
        from found join tables on tables.workspace_id = ${db.workspaceId} and tables.id = found.id
        join all_source_connections connection on connection.workspace_id = tables.workspace_id
          and connection.id = tables.source_connection_id
      ) as tables,
      (
        select coalesce(jsonb_agg(distinct jsonb_build_object('from', table_id, 'to', view_id)), '[]')
        from sql_view_inputs input where workspace_id = ${db.workspaceId}
          and table_id in (select id from found) and view_id in (select id from found)
      ) as uses,
      (
        select coalesce(jsonb_agg(to_jsonb(shown) order by name collate alphabetical, id), '[]')
        from (select * from documents order by name collate alphabetical, id limit ${DOCUMENTS_MAX}) shown
      ) as documents,
      (
        select jsonb_build_object(
          'report', count(*) filter (where type = 'report'),
          'saved_query', count(*) filter (where type = 'saved_query'),
          'service_account', count(*) filter (where type = 'service_account'))
        from documents
      ) as counts,
      (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'documents', number)), '[]')
        from (
          select used.name, count(*) as number
          from documents, jsonb_to_recordset(documents.columns) used (name text) group by used.name
        ) counted
      ) as "columnUses",
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', dependent_id, 'columns', columns)), '[]')
        from (
          select dependent_id, array_remove(array_agg(column_name), '') as columns
          from dependencies join tables on tables.workspace_id = dependencies.workspace_id
            and tables.source_connection_id = dependencies.source_connection_id
            and tables.table_name = dependencies.table_name
          where tables.workspace_id = ${db.workspaceId} and tables.id = ${tableId} and dependent_type = 'view'
          group by dependent_id
        ) reading
      ) as views`.execute(db);
  return rows[0]!;
}
