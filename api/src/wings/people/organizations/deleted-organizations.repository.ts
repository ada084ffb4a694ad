import { sql } from 'kysely';
import { WORKSPACE_UNDO_DAYS } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './organizations.tables.ts';

export interface DeletedOrganization {
  readonly id: string;
  readonly name: string;
  readonly deletedAt: Date;
  /** The name of whoever deleted it. */
  readonly deletedBy: string | null;
  /** Until when it can be brought back. */
  readonly restorableUntil: Date;
}

const restorableUntil = sql<Date>`organizations.deleted_at + make_interval(days => ${sql.lit(WORKSPACE_UNDO_DAYS)})`;

/** Marks the workspace as deleted. Returns undefined if it already is. */
export async function markDeleted(
  db: WorkspaceDb,
  deletedBy: string,
): Promise<{ name: string; restorableUntil: Date } | undefined> {
  return db
    .updateTable('organizations')
    .set({ deleted_at: sql<Date>`now()`, deleted_by: deletedBy })
    .where('id', '=', db.workspaceId)
    .where('deleted_at', 'is', null)
    .returning(['name', restorableUntil.as('restorableUntil')])
    .executeTakeFirst();
}

/** Selects the deleted workspaces that this user may bring back, the latest first: those that they are an admin of. */
export const restorableBy = (userId: string) => sql<DeletedOrganization>`
  select organizations.id, organizations.name, organizations.deleted_at as "deletedAt",
    organizations.deleted_by as "deletedBy", ${restorableUntil} as "restorableUntil"
  from memberships join organizations on organizations.id = memberships.workspace_id
  where memberships.user_id = ${userId} and memberships.role = 'admin' and ${restorableUntil} > now()
  order by organizations.deleted_at desc, organizations.id`;

/** Brings back a workspace. Returns false if it isn't deleted, or if this user may not. */
export async function unmarkDeleted(db: WorkspaceDb, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update organizations set deleted_at = null, deleted_by = null
    where id = ${db.workspaceId} and id in (select id from (${restorableBy(userId)}) as restorable)
    returning id`.execute(db);
  return rows.length > 0;
}

/** Selects workspaces that nobody can bring back anymore. */
export const expiredOrganizations = sql<{ id: string }>`
  select id from organizations where ${restorableUntil} <= now() order by deleted_at`;

/** Locks a workspace of these. Returns false if somebody has just brought it back. */
export async function lockExpired(db: InstallationDb, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from organizations where id = ${id} and ${restorableUntil} <= now() for update`.execute(db);
  return rows.length > 0;
}
