import { sql } from 'kysely';
import type { InstallationDb } from '../../platform/database/installation-db.ts';

/** A workspace that can't do without this person. */
export interface DependentWorkspace {
  readonly id: string;
  readonly name: string;
  /** Nobody else belongs to it; else others do, and none of them is an admin. */
  readonly isAlone: boolean;
}

/** The person's workspaces in which they are the only member, or the only admin; by name. */
export const dependentWorkspaces = (userId: string) => sql<DependentWorkspace>`
  select organizations.id, organizations.name, others.members = 0 as "isAlone"
  from memberships
    join organizations on organizations.id = memberships.workspace_id,
    lateral (
      select count(*) as members, count(*) filter (where role = 'admin') as admins
      from memberships as each
      where each.workspace_id = organizations.id and each.user_id != ${userId}
    ) as others
  where memberships.user_id = ${userId}
    and (others.members = 0 or (memberships.role = 'admin' and others.admins = 0))
  order by organizations.name, organizations.id`;

/**
 * Holds the person and who belongs to their workspaces until the transaction ends: of two admins who go at once, one
 * finds out that they are the last. Whatever changes a workspace's members takes its row first, as here. Rows that
 * only name the workspace, those of a sync among them, don't wait for this lock.
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
