import type { Role, WorkspaceChange, WorkspaceSettings } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './organizations.tables.ts';

interface NewOrganization {
  readonly name: string;
  readonly createdBy: string;
  /** The role of its creator. */
  readonly role: Role;
  readonly settings?: WorkspaceChange;
}

const settingColumns = ['time_zone as timeZone', 'currency', 'week_start as weekStart'] as const;

/** Inserts the workspace that the transaction is for, with its creator as the first member. */
export async function insertOrganization(
  db: WorkspaceDb,
  { name, createdBy, role, settings = {} }: NewOrganization,
): Promise<WorkspaceSettings & { createdAt: Date }> {
  const inserted = await db
    .insertInto('organizations')
    .values({ id: db.workspaceId, name, created_by: createdBy, ...columnsOf(settings) })
    .returning(['created_at as createdAt', ...settingColumns])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('memberships')
    .values({ workspace_id: db.workspaceId, user_id: createdBy, role })
    .execute();
  return inserted;
}

const columnsOf = ({ timeZone, currency, weekStart }: WorkspaceChange) => ({
  time_zone: timeZone,
  currency,
  week_start: weekStart,
});

const thisOrganization = (db: WorkspaceDb) =>
  db
    .selectFrom('organizations')
    .select(['name', 'created_at as createdAt', ...settingColumns])
    .where('id', '=', db.workspaceId);

/** Returns the workspace that the transaction is for. */
export const readOrganization = (db: WorkspaceDb) => thisOrganization(db).executeTakeFirstOrThrow();

/** The same, which nobody else changes until the transaction ends. */
export const lockOrganization = (db: WorkspaceDb) =>
  thisOrganization(db).forUpdate().executeTakeFirstOrThrow();

/** Returns the zone whose days and times people mean in the workspace, unless they name another. */
export const readZone = async (db: WorkspaceDb): Promise<string> =>
  (await readOrganization(db)).timeZone ?? 'UTC';

export async function updateSettings(db: WorkspaceDb, change: WorkspaceChange): Promise<void> {
  await db.updateTable('organizations').set(columnsOf(change)).where('id', '=', db.workspaceId).execute();
}
