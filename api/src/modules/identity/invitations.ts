import { sql } from 'kysely';
import { newId } from '../../platform/database/ids.ts';
import type { InstallationDb } from '../../platform/database/installation-db.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { foldEmail } from './fold-email.ts';
import { hashOneTimeCode, newOneTimeCode } from './one-time-code.ts';
import './identity.tables.ts';

const LIFE_DAYS = 7;

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
      expires_at: sql<Date>`now() + make_interval(days => ${LIFE_DAYS})`,
    })
    .execute();
  return code;
}

/** Returns the invitation of a link, if it can still be accepted. */
export async function findInvitation(
  db: InstallationDb,
  code: string,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('sign_up_invitations')
    .select(['id', 'email'])
    .where('code_hash', '=', hashOneTimeCode(code))
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Uses up an invitation, together with the email address that it is for. */
export async function acceptInvitation(db: InstallationDb, code: string, email: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sign_up_invitations')
    .set({ accepted_at: sql<Date>`now()` })
    .where('code_hash', '=', hashOneTimeCode(code))
    .where('email_folded', '=', foldEmail(email))
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Refusal('invitation_invalid', { pointer: '/data/attributes/invitation' });
}

export async function deleteOldInvitations(db: InstallationDb): Promise<void> {
  await db
    .deleteFrom('sign_up_invitations')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
