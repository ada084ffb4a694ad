import { messages } from '../messages.ts';
import type { Invitation } from './invitation.ts';

/** Who invites to which workspace, and in which role. */
export function InvitationText({ invitation: { workspace } }: { invitation: Invitation }) {
  const t = messages.use();
  if (!workspace) return null;
  const { invitedBy, name, role } = workspace;
  return t.rich('signup.invitedBy', {
    person: invitedBy,
    workspace: name,
    role: t(`role.${role}`),
    strong: (text) => <strong>{text}</strong>,
  });
}
