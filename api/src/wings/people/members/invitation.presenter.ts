import type { SentInvitationResource, WorkspaceInvitationResource } from '@headwater/shared/contract';
import { may } from '../../../http/access.ts';
import type { Workspace } from '../../../http/route-context.ts';
import type { InvitationRow } from './invitations.repository.ts';

export function presentWorkspaceInvitation(
  { id, email, role, invitedBy, createdAt, expiresAt, isExpired }: InvitationRow,
  workspace: Pick<Workspace, 'role'>,
): WorkspaceInvitationResource {
  return {
    type: 'workspace_invitations',
    id,
    attributes: {
      email,
      role,
      invitedBy,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isExpired,
      can: { edit: may(workspace.role, 'members:edit') },
    },
  };
}

interface SentInvitation {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: Date;
  /** Null if it was mailed. */
  readonly link: string | null;
}

/** Presents an invitation whose link was just made, once. */
export const presentSentInvitation = ({
  id,
  email,
  expiresAt,
  link,
}: SentInvitation): SentInvitationResource => ({
  type: 'sent_invitations',
  id,
  attributes: { email, expiresAt: expiresAt.toISOString(), link },
});
