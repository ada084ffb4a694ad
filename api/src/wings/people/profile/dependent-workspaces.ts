import { sql } from 'kysely';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';

/** A workspace that would be without any member, or without an admin, if this user left. */
export interface DependentWorkspace {
  readonly id: string;
  readonly name: string;
  /** Whether nobody else could use it: there are no other members, or it is deleted, and no other admin could bring it back. */
  readonly isAlone: boolean;
}

/** Selects the user's workspaces in which they are the only member or the only admin, by name. */
export const dependentWorkspaces = (userId: string) => sql<DependentWorkspace>`
  select organizations.id, organizations.name, others.members = 0 or organizations.deleted_at is not null as "isAlone"
  from memberships
    join organizations on organizations.id = memberships.workspace_id,
    lateral (
      select count(*) as members, count(*) filter (where role = 'admin') as admins
      from memberships as each
      where each.workspace_id = organizations.id and each.user_id != ${userId}
    ) as others
  where memberships.user_id = ${userId}
    and (others.members = 0 or (memberships.role = 'admin' and others.admins = 0))
  order by organizations.name collate alphabetical, organizations.id`;

/**
 * Locks the user and the workspaces they belong to until the transaction ends, so that of two admins who
 * leave at once, one turns out to be the last. Whatever changes a workspace's members locks its row first, as
 * done here. Rows that only refer to the workspace, such as those of a sync, don't wait for this lock.
 */
export async function lockWithWorkspaces(db: InstallationDb, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const own = db.selectFrom('memberships').select('workspace_id').where('user_id', '=', userId);
  await db
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', own)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
