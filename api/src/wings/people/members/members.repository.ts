import type { Role } from '@headwater/shared/contract';
import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';

export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

const members = (db: WorkspaceDb) =>
  db
    .selectFrom('workspace_members')
    .select(['user_id as id', 'name', 'email', 'role', 'created_at as joinedAt'])
    .where('workspace_id', '=', db.workspaceId);

/** Lists the members of the workspace, by name. */
export const listMembers = (db: WorkspaceDb): Promise<MemberRow[]> =>
  members(db)
    .orderBy(sql`coalesce(nullif(name, ''), email) collate alphabetical`)
    .orderBy('user_id')
    .execute();

export const findMember = (db: WorkspaceDb, userId: string): Promise<MemberRow | undefined> =>
  members(db).where('user_id', '=', userId).executeTakeFirst();

/** Locks the workspace's row until the transaction ends, as everything does that changes its members. */
export async function lockMembers(db: WorkspaceDb): Promise<void> {
  await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', db.workspaceId)
    .forNoKeyUpdate()
    .execute();
}

export async function updateRole(db: WorkspaceDb, userId: string, role: Role): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ role })
    .where('workspace_id', '=', db.workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteMember(db: WorkspaceDb, userId: string): Promise<void> {
  await db
    .deleteFrom('memberships')
    .where('workspace_id', '=', db.workspaceId)
    .where('user_id', '=', userId)
    .execute();
}
