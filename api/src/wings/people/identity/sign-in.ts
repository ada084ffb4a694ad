import type { EmailLogin } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { Services } from '../../../http/services.ts';
import { checkLogin } from './credentials.rules.ts';
import { startSession, type SignedIn } from './start-session.ts';
import { foldEmail } from './fold-email.ts';
import { LoginGuard } from './login-guard.ts';
import type { Visit } from './sessions.ts';
import { findAccount, lockPasswordHash, updatePasswordHash, type Account } from './users.repository.ts';

/**
 * Opens a session for a user who knows the password. All refusals look the same, and too many block the
 * account for a while.
 */
export async function logIn(services: Services, login: EmailLogin, visit: Visit): Promise<SignedIn> {
  checkLogin(login);
  const { database, keys, passwords } = services;
  const guard = new LoginGuard(keys, { email: login.email, ip: visit.request.ip });
  const found = await installationTransaction(database, async (db) => {
    await guard.refuseIfBlocked(db);
    return findAccount(db, foldEmail(login.email));
  });
  // Outside any transaction: hashing takes time, and no connection should wait for it.
  const isRight = await passwords.matches(login.password, found?.passwordHash ?? null);
  if (!isRight || !found) {
    await recordFailure(services, guard, found, visit);
    throw new Refusal('credentials_invalid');
  }
  if (services.mail.isOn && !found.emailConfirmedAt) throw new Refusal('email_unconfirmed');
  const rehashed = passwords.isOutdated(found.passwordHash!)
    ? await passwords.hash(login.password)
    : undefined;
  return installationTransaction(database, async (db) => {
    // The password was reset while it was being verified, so what has just been proved is
    // the former password.
    if (!(await lockPasswordHash(db, found))) throw new Refusal('credentials_invalid');
    await guard.forgetFailures(db);
    if (rehashed) await updatePasswordHash(db, found.id, rehashed);
    return startSession(services, db, found, visit, 'password');
  });
}

function recordFailure(
  { database }: Services,
  guard: LoginGuard,
  found: Account | undefined,
  { request }: Visit,
): Promise<void> {
  return installationTransaction(database, async (db) => {
    await guard.recordFailure(db);
    // Recorded under the user if there is one. The email address as typed is not collected.
    const subject = found && { subject: { type: 'users', id: found.id } };
    await audit(db, { action: 'session.begin', outcome: 'failure', actorId: null, ...subject, request });
  });
}
