import { sql } from 'kysely';
import type { DependentPart, DependentType } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './dependencies.tables.ts';

/** What people made from tables or for them: a saved query, a view, a report, a tool's setup, or a service account. */
export interface DependentDocument {
  type: Exclude<DependentType, 'schedule' | `stream_${string}`>;
  id: string;
  name: string;
}

/** A table that a document uses, with those of its columns that matter to it. */
export interface TableUse {
  sourceConnectionId: string;
  tableName: string;
  /** Empty if it uses the table as a whole: whatever changes there concerns it. */
  columns: readonly string[];
  /** Which parts of the document use a column, or the table as a whole under an empty name. */
  parts?: ReadonlyMap<string, readonly DependentPart[]>;
}

/**
 * Stores what a document uses instead of what was stored before. Call it in the transaction that saves or renames the
 * document, and with no uses in the one that deletes it.
 */
export async function indexUses(
  db: WorkspaceDb,
  { type, id, name }: DependentDocument,
  uses: readonly TableUse[],
): Promise<void> {
  await db
    .deleteFrom('dependencies')
    .where('workspace_id', '=', db.workspaceId)
    .where('dependent_type', '=', type)
    .where('dependent_id', '=', id)
    .execute();
  const rows = uses.flatMap(({ sourceConnectionId, tableName, columns, parts }) =>
    (columns.length === 0 ? [''] : columns).map((column) => ({
      connection: sourceConnectionId,
      table_name: tableName,
      column_name: column,
      parts: parts?.get(column) ?? [],
    })),
  );
  if (rows.length === 0) return;
  // One parameter, because a document may use thousands of columns. A connection may be gone by now.
  await sql`
    insert into dependencies
      (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id, dependent_name,
        dependent_parts)
    select ${db.workspaceId}, used.connection, used.table_name, used.column_name, ${type}, ${id}, ${name}, used.parts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as used (connection text, table_name text, column_name text, parts jsonb)
    join all_source_connections as connection
      on connection.workspace_id = ${db.workspaceId} and connection.id = used.connection
    on conflict do nothing`.execute(db);
}

/** Lists the documents that use a table, by name, each with the columns it uses, or none if it uses all of it. */
export async function listDependents(
  db: WorkspaceDb,
  { sourceConnectionId, tableName }: Omit<TableUse, 'columns'>,
): Promise<(DependentDocument & { columns: string[] })[]> {
  const { rows } = await sql<DependentDocument & { columns: string[] }>`
    select dependent_type as type, dependent_id as id, dependent_name as name,
      array_remove(array_agg(column_name order by column_name collate alphabetical), '') as columns
    from dependencies
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and table_name = ${tableName} and dependent_name is not null
    group by dependent_type, dependent_id, dependent_name
    order by dependent_name collate alphabetical, dependent_type, dependent_id`.execute(db);
  return rows;
}

/** Lists what a document uses. */
export async function listUses(
  db: WorkspaceDb,
  { type, id }: Omit<DependentDocument, 'name'>,
): Promise<TableUse[]> {
  const { rows } = await sql<TableUse>`
    select source_connection_id as "sourceConnectionId", table_name as "tableName",
      array_remove(array_agg(column_name order by column_name collate alphabetical), '') as columns
    from dependencies
    where workspace_id = ${db.workspaceId} and dependent_type = ${type} and dependent_id = ${id}
    group by source_connection_id, table_name
    order by source_connection_id, table_name`.execute(db);
  return rows;
}
