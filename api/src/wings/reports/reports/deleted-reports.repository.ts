import { REPORT_UNDO_DAYS, REPORTS_MAX } from '@headwater/shared/contract';
import { sql } from 'kysely';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './reports.tables.ts';

const undoInterval = sql`make_interval(days => ${REPORT_UNDO_DAYS})`;

/**
 * Deletes a report in a way that can be undone: nothing finds it or what belongs to it, and nothing of it is sent. No more
 * are kept than a workspace can have: beyond that, the ones deleted first are gone for good.
 */
export async function markDeleted(db: WorkspaceDb, id: string, by: string): Promise<void> {
  await db
    .updateTable('all_reports')
    .set({ deleted_at: sql<Date>`now()`, deleted_by: by })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
  await sql`
    delete from all_reports where workspace_id = ${db.workspaceId} and id in (
      select id from all_reports where workspace_id = ${db.workspaceId} and deleted_at is not null
      order by deleted_at desc, id offset ${REPORTS_MAX})`.execute(db);
}

/** Undoes `markDeleted`. Returns whether there was such a report. */
export async function unmarkDeleted(db: WorkspaceDb, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('all_reports')
    .set({ deleted_at: null, deleted_by: null })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where('deleted_at', '>', sql<Date>`now() - ${undoInterval}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface DeletedReportRow {
  id: string;
  name: string;
  deletedBy: string | null;
  deletedAt: Date;
  restorableUntil: Date;
}

/** Lists the reports that can be brought back, the latest first. */
export async function listDeleted(db: WorkspaceDb): Promise<DeletedReportRow[]> {
  const { rows } = await sql<DeletedReportRow>`
    select id, name, deleted_by as "deletedBy", deleted_at as "deletedAt",
      deleted_at + ${undoInterval} as "restorableUntil"
    from all_reports
    where workspace_id = ${db.workspaceId} and deleted_at > now() - ${undoInterval}
    order by deleted_at desc, id`.execute(db);
  return rows;
}

/** Deletes for good what can't be brought back anymore. */
export async function clearDeleted(db: InstallationDb): Promise<void> {
  await sql`delete from all_reports where deleted_at <= now() - ${undoInterval}`.execute(db);
}
