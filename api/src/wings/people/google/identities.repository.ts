import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { GoogleIdentity } from './identity.rules.ts';

type Key = Pick<GoogleIdentity, 'issuer' | 'subject'>;

/** Returns the user to whom the identity is connected. */
export async function findOwner(db: InstallationDb, { issuer, subject }: Key): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Returns false if the identity is already connected, or the account to another one from the same provider. */
export async function insertIdentity(
  db: InstallationDb,
  userId: string,
  { issuer, subject, email }: GoogleIdentity,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_identities')
    .values({ issuer, subject, email, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Updates the email address of an identity, so that the profile shows the latest one. */
export async function updateIdentityEmail(
  db: InstallationDb,
  { issuer, subject, email }: GoogleIdentity,
): Promise<void> {
  await db
    .updateTable('user_identities')
    .set({ email })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('email', '!=', email)
    .execute();
}

/** Returns whether the user had any. */
export async function deleteIdentitiesOf(db: InstallationDb, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_identities')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
