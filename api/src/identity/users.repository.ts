import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { InstallationDb } from '../db/installation-db.ts';
import type { User } from '../http/route-context.ts';
import './identity.tables.ts';

export interface Account extends User {
  readonly passwordHash: string;
}

interface NewUser {
  readonly email: string;
  readonly emailFolded: string;
  readonly passwordHash: string;
}

const columns = ['id', 'email', 'name', 'is_superuser as isSuperuser'] as const;

export async function findAccount(db: InstallationDb, emailFolded: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select([...columns, 'password_hash as passwordHash'])
    .where('email_folded', '=', emailFolded)
    .executeTakeFirst();
}

/** Undefined where somebody has the address already; of two at once, one wins. */
export async function insertUser(
  db: InstallationDb,
  { email, emailFolded, passwordHash }: NewUser,
): Promise<User | undefined> {
  return db
    .insertInto('users')
    .values({
      id: newId('usr'),
      email,
      email_folded: emailFolded,
      // Until people can say their name.
      name: email.slice(0, email.indexOf('@')),
      password_hash: passwordHash,
      last_sign_in_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column('email_folded').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export async function updateSignIn(db: InstallationDb, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_sign_in_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
}

export async function updatePasswordHash(
  db: InstallationDb,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Whether there was such a user. */
export async function updateSuperuser(
  db: InstallationDb,
  emailFolded: string,
  isSuperuser: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ is_superuser: isSuperuser })
    .where('email_folded', '=', emailFolded)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
