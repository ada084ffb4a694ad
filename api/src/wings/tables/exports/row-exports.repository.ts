import { sql, type Insertable, type Selectable } from 'kysely';
import type { ErrorObject } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './row-exports.tables.ts';

type RowExports = WorkspaceTables['row_exports'];

export interface RowExportRow extends Selectable<RowExports> {
  source_connection_id: string;
  table_name: string;
}

const ofWorkspace = (db: WorkspaceDb) =>
  db
    .selectFrom('row_exports')
    .innerJoin('tables', (join) =>
      join.onRef('tables.workspace_id', '=', 'row_exports.workspace_id').onRef('tables.id', '=', 'table_id'),
    )
    .selectAll('row_exports')
    .select(['tables.source_connection_id', 'tables.table_name'])
    .where('row_exports.workspace_id', '=', db.workspaceId)
    .where('expires_at', '>', sql<Date>`now()`);

/** Lists someone's exports that haven't expired, newest first. */
export const listExports = (db: WorkspaceDb, userId: string): Promise<RowExportRow[]> =>
  ofWorkspace(db)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('row_exports.id')
    .execute();

/** Finds someone's export that hasn't expired. */
export const findExport = (db: WorkspaceDb, id: string, userId: string): Promise<RowExportRow | undefined> =>
  ofWorkspace(db).where('user_id', '=', userId).where('row_exports.id', '=', id).executeTakeFirst();

/** Waits for others who add an export for the same person, until the transaction ends. */
export async function lockExportsOf(db: WorkspaceDb, userId: string): Promise<void> {
  const key = `exports ${db.workspaceId} ${userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

export async function insertExport(
  db: WorkspaceDb,
  values: Omit<Insertable<RowExports>, 'workspace_id'>,
): Promise<void> {
  await db
    .insertInto('row_exports')
    .values({ ...values, workspace_id: db.workspaceId })
    .execute();
}

/** Begins an export, for the first time or because the process that wrote it is gone. Undefined if it isn't wanted anymore. */
export async function beginExport(db: WorkspaceDb, id: string): Promise<RowExportRow | undefined> {
  const { rows } = await sql<RowExportRow>`
    update row_exports set state = 'running', attempts = attempts + 1, share = 0
    from tables
    where row_exports.workspace_id = ${db.workspaceId} and row_exports.id = ${id}
      and state in ('queued', 'running') and expires_at > now()
      and tables.workspace_id = row_exports.workspace_id and tables.id = table_id
    returning row_exports.*, source_connection_id, table_name`.execute(db);
  return rows[0];
}

/** What becomes of a running export. `queued`: this process stops, which isn't the export's fault. */
type Change =
  | { share: number }
  | { state: 'queued' }
  | { state: 'ready'; bytes: number }
  | { state: 'failed'; error: ErrorObject };

/** Stores what has become of a running export. Returns whether it's still wanted. */
export async function updateExport(db: WorkspaceDb, id: string, change: Change): Promise<boolean> {
  const { error, ...others } = { error: undefined, ...change };
  const { numUpdatedRows } = await db
    .updateTable('row_exports')
    .set({
      ...others,
      ...(error && { error: JSON.stringify(error) }),
      ...('state' in change && change.state === 'queued'
        ? { attempts: sql<number>`attempts - 1` }
        : 'state' in change && { expires_at: sql<Date>`now() + interval '24 hours'` }),
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteExport(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .deleteFrom('row_exports')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Returns which of these exports exist, expired or not. */
export async function listKnown(db: WorkspaceDb, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('row_exports')
    .select('id')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deletes expired exports of all workspaces and returns them. */
export async function deleteExpired(db: InstallationDb): Promise<{ workspaceId: string; id: string }[]> {
  const { rows } = await sql<{ workspaceId: string; id: string }>`
    delete from row_exports where expires_at < now() returning workspace_id as "workspaceId", id`.execute(db);
  return rows;
}
