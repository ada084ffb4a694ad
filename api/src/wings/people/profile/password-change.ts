import type { PasswordChange } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { requestLanguage } from '../../../http/request-language.ts';
import type { User } from '../../../http/principal.ts';
import {
  checkNewPassword,
  deleteSessionsOf,
  startSession,
  expireCodes,
  notifyPasswordChanged,
  provePassword,
  requireProved,
  updatePasswordHash,
  type SignedIn,
  type Visit,
} from '../identity/index.ts';
import type { Services } from '../../../http/services.ts';

const CURRENT = '/data/attributes/currentPassword';
const NEW = '/data/attributes/newPassword';

/**
 * Sets a new password for a user who knows the current one. Ends every session, including this one,
 * and opens a new one.
 */
export async function changePassword(
  services: Services,
  user: User,
  { currentPassword: password, newPassword }: PasswordChange,
  visit: Visit,
): Promise<SignedIn> {
  const { database, memberships, passwords } = services;
  const workspaces = await memberships.listOf(user.id);
  checkNewPassword(
    newPassword,
    workspaces.map(({ name }) => name),
    NEW,
  );
  const claim = { user, password, pointer: CURRENT, action: 'password.change' } as const;
  const account = await provePassword(services, claim, visit);
  const passwordHash = await passwords.hash(newPassword);
  return installationTransaction(database, async (db) => {
    await requireProved(db, account, CURRENT); // of two changes at once, one wins
    await updatePasswordHash(db, account.id, passwordHash);
    await deleteSessionsOf(db, user.id);
    // Someone who knew the former password may have requested these.
    await expireCodes(db, user.id, ['reset_password', 'change_email']);
    const subject = { type: 'users', id: user.id };
    await audit(db, { action: 'password.change', actorId: user.id, subject, request: visit.request });
    await notifyPasswordChanged(services, db, account, requestLanguage(visit.request));
    return startSession(services, db, account, visit, 'password_change');
  });
}
