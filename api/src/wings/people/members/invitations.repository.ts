import { INVITATION_DAYS, type Role } from '@headwater/shared/contract';
import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly emailFolded: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
}

interface NewLink {
  readonly codeHash: Buffer;
  /** The link goes to the address and nowhere else. */
  readonly byMail: boolean;
}

interface NewInvitation extends NewLink {
  readonly id: string;
  readonly email: string;
  readonly emailFolded: string;
  readonly role: Role;
  readonly invitedBy: string;
}

const expiry = sql<Date>`now() + make_interval(days => ${sql.lit(INVITATION_DAYS)})`;

const open = (db: WorkspaceDb) =>
  db
    .selectFrom('workspace_invitations')
    .select([
      'id',
      'email',
      'email_folded as emailFolded',
      'role',
      'invited_by as invitedBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
      sql<boolean>`expires_at <= now()`.as('isExpired'),
    ])
    .where('workspace_id', '=', db.workspaceId)
    .where('accepted_at', 'is', null)
    .where('canceled_at', 'is', null);

/** Lists the invitations that nobody has accepted or canceled, also expired ones, the newest first. */
export const listInvitations = (db: WorkspaceDb): Promise<InvitationRow[]> =>
  open(db).orderBy('created_at', 'desc').orderBy('email_folded').execute();

export const findOpenInvitation = (db: WorkspaceDb, id: string): Promise<InvitationRow | undefined> =>
  open(db).where('id', '=', id).executeTakeFirst();

export async function insertWorkspaceInvitation(
  db: WorkspaceDb,
  { id, email, emailFolded, role, invitedBy, codeHash, byMail }: NewInvitation,
): Promise<Date> {
  const { expires_at } = await db
    .insertInto('workspace_invitations')
    .values({
      workspace_id: db.workspaceId,
      id,
      email,
      email_folded: emailFolded,
      role,
      invited_by: invitedBy,
      code_hash: codeHash,
      by_mail: byMail,
      expires_at: expiry,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** Replaces an invitation's link, which works for as long as that of a new one. */
export async function updateLink(db: WorkspaceDb, id: string, { codeHash, byMail }: NewLink): Promise<Date> {
  const { expires_at } = await db
    .updateTable('workspace_invitations')
    .set({ code_hash: codeHash, by_mail: byMail, expires_at: expiry })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** Ends invitations. Their links say so for another month. */
export async function cancelInvitations(db: WorkspaceDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('workspace_invitations')
    .set({ canceled_at: sql<Date>`now()` })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', 'in', ids)
    .execute();
}
