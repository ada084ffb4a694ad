import type { Role } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import './organizations.tables.ts';

interface NewOrganization {
  readonly name: string;
  readonly createdBy: string;
  /** The role of its creator. */
  readonly role: Role;
}

/** Inserts the workspace that the transaction is for, with its creator as the first member. */
export async function insertOrganization(
  db: WorkspaceDb,
  { name, createdBy, role }: NewOrganization,
): Promise<Date> {
  const { created_at } = await db
    .insertInto('organizations')
    .values({ id: db.workspaceId, name, created_by: createdBy })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('memberships')
    .values({ workspace_id: db.workspaceId, user_id: createdBy, role })
    .execute();
  return created_at;
}

/** Returns the workspace that the transaction is for. */
export const readOrganization = (db: WorkspaceDb) =>
  db
    .selectFrom('organizations')
    .select(['name', 'created_at as createdAt'])
    .where('id', '=', db.workspaceId)
    .executeTakeFirstOrThrow();
