import { sql, type Selectable } from 'kysely';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './table-views.tables.ts';

export type TableViewRow = Selectable<WorkspaceTables['table_views']>;

const viewsOf = (db: WorkspaceDb, tableId: string) =>
  db
    .selectFrom('table_views')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('table_id', '=', tableId);

/** Lists a table's views by name. */
export const listViews = (db: WorkspaceDb, tableId: string): Promise<TableViewRow[]> =>
  viewsOf(db, tableId)
    .orderBy(sql`name collate alphabetical`)
    .execute();

export const findView = (db: WorkspaceDb, tableId: string, id: string): Promise<TableViewRow | undefined> =>
  viewsOf(db, tableId).where('id', '=', id).executeTakeFirst();

/** Waits for others who change the table's views, until the transaction ends. */
export async function lockViews(db: WorkspaceDb, tableId: string): Promise<void> {
  await db
    .selectFrom('tables')
    .select('id')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', tableId)
    .forNoKeyUpdate()
    .execute();
}

interface SavedView {
  name: string;
  query: string;
}

export async function insertView(
  db: WorkspaceDb,
  id: string,
  tableId: string,
  view: SavedView,
): Promise<void> {
  await db
    .insertInto('table_views')
    .values({ workspace_id: db.workspaceId, id, table_id: tableId, ...view })
    .execute();
}

export async function updateView(db: WorkspaceDb, id: string, view: SavedView): Promise<void> {
  await db
    .updateTable('table_views')
    .set({ ...view, version: sql<number>`version + 1` })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteView(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .deleteFrom('table_views')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}
