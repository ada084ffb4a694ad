import { sql } from 'kysely';
import type { TableDescription } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import '../tables.tables.ts';

/** What is said about a table, as it is stored. */
export interface StoredDescription {
  description: string;
  ownerId: string | null;
  tags: string[];
  /** By name. */
  columns: Record<string, string>;
}

/** The description as the API returns it, or null: a column of a query with `tables`. An owner is a member. */
export const describedTable = sql<
  (Omit<TableDescription, 'columns' | 'source'> & { columns: Record<string, string> }) | null
>`
  (select jsonb_build_object('description', said.description, 'tags', said.tags, 'columns', said.columns,
      'version', said.version, 'owner', (
        select jsonb_build_object('id', user_id, 'name', coalesce(nullif(name, ''), email))
        from workspace_members where workspace_id = said.workspace_id and user_id = said.owner_id))
    from table_descriptions said
    where said.workspace_id = tables.workspace_id and said.table_id = tables.id)`;

/** Returns a table's description and locks it, so that nobody else changes it until the transaction ends. */
export async function lockDescription(
  db: WorkspaceDb,
  tableId: string,
): Promise<StoredDescription & { version: number }> {
  await sql`select from tables where workspace_id = ${db.workspaceId} and id = ${tableId} for no key update`.execute(
    db,
  );
  const found = await db
    .selectFrom('table_descriptions')
    .select(['description', 'owner_id as ownerId', 'tags', 'columns', 'version'])
    .where('workspace_id', '=', db.workspaceId)
    .where('table_id', '=', tableId)
    .executeTakeFirst();
  return found ?? { description: '', ownerId: null, tags: [], columns: {}, version: 0 };
}

export async function saveDescription(
  db: WorkspaceDb,
  tableId: string,
  { description, ownerId, tags, columns }: StoredDescription,
): Promise<void> {
  const values = { description, owner_id: ownerId, tags, columns: JSON.stringify(columns) };
  await db
    .insertInto('table_descriptions')
    .values({ workspace_id: db.workspaceId, table_id: tableId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'table_id'])
        .doUpdateSet({ ...values, version: sql<number>`table_descriptions.version + 1` }),
    )
    .execute();
}
