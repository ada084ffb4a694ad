import type { MemberResource } from '@headwater/shared/contract';
import { may } from '../../../http/access.ts';
import type { Workspace } from '../../../http/route-context.ts';
import type { MemberRow } from './members.repository.ts';

/** Presents a member to another one, or to themselves. */
export function presentMember(
  { id, name, email, role, joinedAt }: MemberRow,
  { principal, role: own }: Pick<Workspace, 'principal' | 'role'>,
): MemberResource {
  const isYou = id === principal.id;
  const mayEdit = may(own, 'members:edit') && !isYou;
  return {
    type: 'members',
    id,
    attributes: {
      name,
      email,
      role,
      joinedAt: joinedAt.toISOString(),
      isYou,
      can: { changeRole: mayEdit, remove: mayEdit },
    },
  };
}
