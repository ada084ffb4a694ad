import { audit, type AuditAction } from '../../ground/audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { User } from '../../../http/principal.ts';
import type { Services } from '../../../http/services.ts';
import { LoginGuard } from './login-guard.ts';
import type { Visit } from './sessions.ts';
import { getAccount, lockPasswordHash, type Account } from './users.repository.ts';

interface Claim {
  readonly user: User;
  readonly password: string;
  /** Where the password is in the body. */
  readonly pointer: string;
  /** The action that the password is required for. A wrong password is recorded as its failure. */
  readonly action: AuditAction;
}

/**
 * Must be called first in the transaction that relies on a proof. Refuses the proof if the password was
 * replaced in the meantime, and keeps the password from being replaced until the transaction ends.
 */
export async function requireProved(db: InstallationDb, account: Account, pointer: string): Promise<void> {
  if (!(await lockPasswordHash(db, account))) throw new Refusal('password_wrong', { pointer });
}

/**
 * Checks that a signed-in user knows their password, and returns their account as it was then, for
 * `requireProved`. Wrong passwords count as failed logins of the account, so a stolen session can't guess
 * faster than anyone else.
 */
export async function provePassword(
  { database, keys, passwords }: Services,
  { user, password, pointer, action }: Claim,
  { request }: Pick<Visit, 'request'>,
): Promise<Account> {
  const { account, guard } = await installationTransaction(database, async (db) => {
    const account = await getAccount(db, user.id);
    const guard = new LoginGuard(keys, { email: account.email, ip: request.ip });
    await guard.refuseIfBlocked(db);
    return { account, guard };
  });
  // Outside any transaction: hashing takes time, and no connection should wait for it.
  const isRight = await passwords.matches(password, account.passwordHash);
  await installationTransaction(database, async (db) => {
    if (isRight) return guard.forgetFailures(db);
    await guard.recordFailure(db);
    const subject = { type: 'users', id: user.id };
    await audit(db, { action, outcome: 'failure', actorId: user.id, subject, request });
  });
  if (!isRight) throw new Refusal('password_wrong', { pointer });
  return account;
}
