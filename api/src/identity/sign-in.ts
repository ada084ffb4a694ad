import type { EmailLogin, EmailSignup } from '@headwater/shared/contract';
import { installationTransaction, type InstallationDb } from '../db/installation-db.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimited } from '../http/rate-limits.ts';
import type { CurrentSession, User } from '../http/route-context.ts';
import { hmac } from '../keys.ts';
import type { Services } from '../services.ts';
import { checkLogin, checkSignUp, foldEmail } from './credentials.policy.ts';
import { deleteLoginFailures, insertLoginFailure, secondsBlocked } from './login-failures.repository.ts';
import type { StartedSession } from './sessions.ts';
import {
  findAccount,
  insertUser,
  updatePasswordHash,
  updateSignIn,
  type Account,
} from './users.repository.ts';

export interface SignedIn {
  readonly user: User;
  readonly session: StartedSession;
}

/** Opens a session for who knows the password. One refusal for all reasons; too many of them make the account wait. */
export async function logIn(
  services: Services,
  login: EmailLogin,
  former: CurrentSession | null,
): Promise<SignedIn> {
  checkLogin(login);
  const { database, keys, passwords, sessions } = services;
  const emailFolded = foldEmail(login.email);
  const account = hmac(keys.accounts, emailFolded);
  const found = await installationTransaction(database, async (db) => {
    const seconds = await secondsBlocked(db, account);
    if (seconds > 0) throw rateLimited(seconds);
    return findAccount(db, emailFolded);
  });
  // Outside of any transaction: hashing takes its time, and no connection waits for it.
  const isRight = await passwords.matches(login.password, found?.passwordHash);
  if (!isRight || !found) {
    await installationTransaction(database, (db) => insertLoginFailure(db, account));
    throw new HttpError('credentials_invalid');
  }
  const rehashed = passwords.isOutdated(found.passwordHash)
    ? await passwords.hash(login.password)
    : undefined;
  return installationTransaction(database, async (db) => {
    await deleteLoginFailures(db, account);
    await recordSignIn(db, found, rehashed);
    return { user: found, session: await sessions.begin(db, found.id, former) };
  });
}

async function recordSignIn(
  db: InstallationDb,
  account: Account,
  rehashed: string | undefined,
): Promise<void> {
  await updateSignIn(db, account.id);
  if (rehashed) await updatePasswordHash(db, account.id, rehashed);
}

/** Makes an account and opens its first session: without mail there is nothing to confirm by. */
export async function signUp(
  services: Services,
  wish: EmailSignup,
  former: CurrentSession | null,
): Promise<SignedIn> {
  const { config, database, passwords, sessions } = services;
  checkSignUp(wish, config.signUp);
  const passwordHash = await passwords.hash(wish.password);
  return installationTransaction(database, async (db) => {
    const user = await insertUser(db, {
      email: wish.email,
      emailFolded: foldEmail(wish.email),
      passwordHash,
    });
    if (!user) throw new HttpError('email_taken', { pointer: '/data/attributes/email' });
    return { user, session: await sessions.begin(db, user.id, former) };
  });
}
