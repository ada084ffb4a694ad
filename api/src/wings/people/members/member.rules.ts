import { may } from '../../../http/access.ts';
import type { Workspace } from '../../../http/route-context.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { findMember, listMembers, lockMembers, type MemberRow } from './members.repository.ts';

/**
 * Makes everyone else wait who changes members, and reads again whether the caller still may. Of two admins who demote
 * each other at once, the second one turns out not to be an admin anymore.
 */
export async function lockAsEditor(db: WorkspaceDb, { principal }: Workspace): Promise<void> {
  await lockMembers(db);
  const self = await findMember(db, principal.id);
  if (!self) throw new Refusal('not_found');
  if (!may(self.role, 'members:edit')) throw new Refusal('permission_denied');
}

/** Returns another member to change or remove. */
export async function requireOther(
  db: WorkspaceDb,
  { principal }: Workspace,
  memberId: string,
  refusal: 'own_role' | 'own_membership',
): Promise<MemberRow> {
  if (memberId === principal.id) throw new Refusal(refusal);
  const member = await findMember(db, memberId);
  if (!member) throw new Refusal('not_found');
  return member;
}

/** Throws if the workspace would be without an admin, or empty, without this member. */
export async function requireSuccessor(db: WorkspaceDb, self: MemberRow, name: string): Promise<void> {
  const others = (await listMembers(db)).filter(({ id }) => id !== self.id);
  if (others.length === 0) throw new Refusal('last_member');
  if (self.role === 'admin' && !others.some(({ role }) => role === 'admin'))
    throw new Refusal('last_admin', { values: { workspaces: name } });
}
