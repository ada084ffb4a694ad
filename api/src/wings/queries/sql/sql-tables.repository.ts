import { sql } from 'kysely';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Principal } from '../../../http/principal.ts';
import { describedTable, visibleTables, type TableRow } from '../../tables/tables/index.ts';
import { sqlNamesOf, type NamedTable, type SqlName } from './sql-names.ts';

/** A table, with its current version unless it has none yet. */
export interface SqlTableRow extends NamedTable {
  isSynced: boolean;
}

/** Lists the tables that someone sees, or all, in an order that stays the same when others are added. */
export async function listSqlTables(db: WorkspaceDb, reader: Principal | null): Promise<SqlTableRow[]> {
  const { rows } = await sql<SqlTableRow>`
    select tables.id as "tableId", tables.source_connection_id as "sourceConnectionId",
      connection.name as "sourceConnectionName", tables.table_name as "tableName",
      tables.current_version is not null as "isSynced"
    from tables join all_source_connections as connection
      on connection.workspace_id = tables.workspace_id and connection.id = tables.source_connection_id
    where tables.workspace_id = ${db.workspaceId} and ${reader ? visibleTables(reader) : sql`true`}
    order by connection.created_at, connection.id, tables.table_name collate "C"`.execute(db);
  return rows;
}

/** Returns how SQL names each table, by the tables' IDs. */
export const sqlNamesByTable = async (db: WorkspaceDb): Promise<Map<string, SqlName>> =>
  new Map(
    sqlNamesOf(await listSqlTables(db, null)).map(({ tableId, schema, name, isUnique }) => [
      tableId,
      { schema, name, isUnique },
    ]),
  );

interface Shape {
  tableId: string;
  rows: number;
  columns: StreamColumn[];
  about: TableRow['about'];
  comments: TableRow['comments'];
}

/** Lists the columns of all current versions. */
export async function listShapes(db: WorkspaceDb): Promise<Shape[]> {
  const { rows } = await sql<Shape>`
    select tables.id as "tableId", found.rows, found.columns, ${describedTable} as about, tables.comments
    from tables join table_versions as found
      on found.workspace_id = tables.workspace_id and found.table_id = tables.id
      and found.version = tables.current_version
    where tables.workspace_id = ${db.workspaceId}`.execute(db);
  return rows;
}
