import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { User } from '../../../http/principal.ts';
import { foldEmail } from './fold-email.ts';
import './identity.tables.ts';

export interface Account extends User {
  /** Null for users who sign in only with Google. */
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
}

interface NewUser {
  readonly email: string;
  readonly name?: string;
  readonly passwordHash: string | null;
  readonly isEmailConfirmed?: boolean;
  readonly demoEndsAt?: Date;
}

/** What every request knows about its user. */
export const userColumns = [
  'users.id',
  'users.email',
  'users.name',
  'users.is_superuser as isSuperuser',
  'users.language',
  'users.theme',
  'users.time_zone as timeZone',
  'users.demo_ends_at as demoEndsAt',
] as const;

const accountColumns = [
  ...userColumns,
  'users.password_hash as passwordHash',
  'users.email_confirmed_at as emailConfirmedAt',
] as const;

export async function findAccount(db: InstallationDb, emailFolded: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('email_folded', '=', emailFolded)
    .executeTakeFirst();
}

/** Returns an account by its ID. A signed-in user without one has just deleted it. */
export async function getAccount(db: InstallationDb, userId: string): Promise<Account> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new Refusal('not_signed_in'));
}

/** Returns undefined if the email address is already taken. Of two attempts at once, one wins. */
export async function insertUser(
  db: InstallationDb,
  { email, name, passwordHash, isEmailConfirmed = false, demoEndsAt }: NewUser,
): Promise<User | undefined> {
  return db
    .insertInto('users')
    .values({
      id: newId('usr'),
      email,
      email_folded: foldEmail(email),
      // Used until they enter their name.
      name: name ?? email.slice(0, email.indexOf('@')),
      password_hash: passwordHash,
      email_confirmed_at: isEmailConfirmed ? sql<Date>`now()` : null,
      demo_ends_at: demoEndsAt ?? null,
    })
    .onConflict((conflict) => conflict.column('email_folded').doNothing())
    .returning(userColumns)
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
  passwordHash: string | null,
): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/**
 * Whether the account still has the password hash that it was read with. If so, it keeps that until
 * the transaction ends. A password is verified outside any transaction, and may have been reset
 * before its proof is used.
 */
export async function lockPasswordHash(
  db: InstallationDb,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.passwordHash === passwordHash;
}

/**
 * Deletes other means of signing in to an account when its email address is proved for the first
 * time, because whoever created it may have had no right to the address. Users who sign in only
 * with a provider keep it.
 */
export async function deleteUnprovedIdentities(db: InstallationDb, account: Account): Promise<void> {
  if (account.emailConfirmedAt || account.passwordHash === null) return;
  await db.deleteFrom('user_identities').where('user_id', '=', account.id).execute();
}

export async function confirmEmail(db: InstallationDb, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute();
}

const UNIQUE_VIOLATION = '23505';

/** Returns false if someone else has the email address. If two users request it at once, one gets it. */
export async function updateEmail(db: InstallationDb, userId: string, email: string): Promise<boolean> {
  // The savepoint lets the transaction continue after a refusal.
  await sql`savepoint new_email`.execute(db);
  try {
    await db
      .updateTable('users')
      .set({ email, email_folded: foldEmail(email) })
      .where('id', '=', userId)
      .execute();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    await sql`rollback to savepoint new_email`.execute(db);
    return false;
  }
}

/** Returns whether there is such a user. */
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
