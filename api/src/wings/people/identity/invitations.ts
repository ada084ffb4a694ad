import type { Role } from '@headwater/shared/contract';
import { INVITATION_DAYS } from '@headwater/shared/contract';
import { sql } from 'kysely';
import { audit } from '../../ground/audit/index.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { User } from '../../../http/principal.ts';
import type { Services } from '../../../http/services.ts';
import { foldEmail } from './fold-email.ts';
import { hashOneTimeCode, newOneTimeCode } from './one-time-code.ts';
import type { Visit } from './sessions.ts';
import './identity.tables.ts';

/** Lets an email address sign up, whatever SIGN_UP is. Returns the code of the invitation's link. */
export async function insertInvitation(db: InstallationDb, email: string): Promise<string> {
  const code = newOneTimeCode();
  await db
    .insertInto('sign_up_invitations')
    .values({
      id: newId('inv'),
      email,
      email_folded: foldEmail(email),
      code_hash: hashOneTimeCode(code),
      expires_at: sql<Date>`now() + make_interval(days => ${INVITATION_DAYS})`,
    })
    .execute();
  return code;
}

/** What a link opens: an account, and a workspace unless the operator invited. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  /** Whoever has the link also reads the address's mail. */
  readonly provesEmail: boolean;
  readonly workspace: {
    readonly id: string;
    readonly name: string;
    readonly role: Role;
    readonly invitedBy: string;
  } | null;
}

interface FoundInvitation extends Invitation {
  readonly isAccepted: boolean;
  readonly isCanceled: boolean;
  readonly isExpired: boolean;
  /** Also if its workspace can still be brought back. */
  readonly isWorkspaceDeleted: boolean;
}

/** Finds the invitation of a link, of the operator's or of a workspace's. */
async function look(db: InstallationDb, code: string): Promise<FoundInvitation | undefined> {
  const hash = hashOneTimeCode(code);
  const { rows } = await sql<FoundInvitation>`
    select id, email, false as "provesEmail", null::jsonb as workspace,
      accepted_at is not null as "isAccepted", false as "isCanceled", expires_at <= now() as "isExpired",
      false as "isWorkspaceDeleted"
    from sign_up_invitations where code_hash = ${hash}
    union all
    select invited.id, invited.email, invited.by_mail,
      jsonb_build_object('id', organizations.id, 'name', organizations.name, 'role', invited.role,
        'invitedBy', invited.invited_by),
      accepted_at is not null, canceled_at is not null, expires_at <= now(), organizations.deleted_at is not null
    from workspace_invitations as invited join organizations on organizations.id = invited.workspace_id
    where code_hash = ${hash}`.execute(db);
  return rows[0];
}

/** Returns the invitation of a link, if it can still be accepted, and otherwise throws what is wrong with it. */
export async function findInvitation(
  db: InstallationDb,
  code: string,
  pointer?: string,
): Promise<Invitation> {
  const found = await look(db, code);
  const at = pointer === undefined ? {} : { pointer };
  if (!found) throw new Refusal(pointer === undefined ? 'not_found' : 'invitation_invalid', at);
  const { isAccepted, isCanceled, isExpired, isWorkspaceDeleted, ...invitation } = found;
  if (isAccepted) throw new Refusal('invitation_accepted', at);
  if (isCanceled) throw new Refusal('invitation_canceled', at);
  if (isWorkspaceDeleted) throw new Refusal('invitation_workspace_gone', at);
  if (isExpired) throw new Refusal('invitation_expired', at);
  return invitation;
}

/** Throws if an invitation is for another email address. */
export function requireInvited({ email: invited }: Invitation, email: string, pointer: string): void {
  if (foldEmail(invited) !== foldEmail(email))
    throw new Refusal('invitation_other_address', { pointer, values: { email: invited } });
}

interface Acceptance {
  readonly code: string;
  readonly user: Pick<User, 'id' | 'email'>;
  readonly pointer: string;
  readonly request: Visit['request'];
}

/**
 * Uses up an invitation, and makes its reader a member if it is to a workspace. Of two attempts at once, one wins.
 * Call `announceMember` after the transaction.
 */
export async function acceptInvitation(
  db: InstallationDb,
  { code, user, pointer, request }: Acceptance,
): Promise<Invitation> {
  const { workspace } = await findInvitation(db, code, pointer);
  // Whatever changes a workspace's members locks its row first.
  if (workspace) await lockOrganization(db, workspace.id);
  const invitation = await findInvitation(db, code, pointer);
  requireInvited(invitation, user.email, pointer);
  const { numUpdatedRows } = await db
    .updateTable(workspace ? 'workspace_invitations' : 'sign_up_invitations')
    .set({ accepted_at: sql<Date>`now()` })
    .where('code_hash', '=', hashOneTimeCode(code))
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('invitation_accepted', { pointer });
  if (workspace) await join(db, invitation, user.id, request);
  return invitation;
}

async function join(
  db: InstallationDb,
  { id, workspace }: Invitation,
  userId: string,
  request: Visit['request'],
): Promise<void> {
  const { id: workspaceId, role, invitedBy } = workspace!;
  // Someone who has become a member in another way keeps their role.
  await db
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
    .execute();
  await audit(db, {
    action: 'invitation.accept',
    actorId: userId,
    workspaceId,
    subject: { type: 'workspace_invitations', id },
    request,
    details: { role, invitedBy },
  });
}

const lockOrganization = (db: InstallationDb, id: string) =>
  db.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute();

/** Tells the workspace of an accepted invitation that it has one more member. */
export function announceMember({ events }: Pick<Services, 'events'>, { id, workspace }: Invitation): void {
  if (workspace) events.publish(workspace.id, { type: 'members', id, sourceConnectionId: null });
}

/** Deletes invitations a month after their end, when nobody needs to know anymore what became of a link. */
export async function deleteOldInvitations(db: InstallationDb): Promise<void> {
  for (const table of ['sign_up_invitations', 'workspace_invitations'] as const)
    await db
      .deleteFrom(table)
      .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
      .execute();
}
