import type { PasswordReset } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { requestLanguage } from '../../../http/request-language.ts';
import type { Services } from '../../../http/services.ts';
import { expireCodes, findCode, spendCode } from './account-codes.ts';
import { notifyPasswordChanged } from './account-notices.ts';
import { checkNewPassword } from './credentials.rules.ts';
import { LoginGuard } from './login-guard.ts';
import { deleteSessionsOf } from './sessions.repository.ts';
import type { Visit } from './sessions.ts';
import {
  confirmEmail,
  deleteUnprovedIdentities,
  getAccount,
  updatePasswordHash,
} from './users.repository.ts';

/** Sets a new password by the code in a mail. Ends every session, opens none, and notifies the account's owner. */
export async function resetPassword(
  services: Services,
  { code, password }: PasswordReset,
  { request }: Visit,
): Promise<void> {
  const { database, keys, mail, memberships, passwords } = services;
  const { userId } = await installationTransaction(database, (db) => findCode(db, code, ['reset_password']));
  const workspaces = await memberships.listOf(userId);
  checkNewPassword(
    password,
    workspaces.map(({ name }) => name),
  );
  const passwordHash = await passwords.hash(password);
  await installationTransaction(database, async (db) => {
    const spent = await spendCode(db, code, ['reset_password']);
    const account = await getAccount(db, userId);
    await updatePasswordHash(db, userId, passwordHash);
    await deleteSessionsOf(db, userId);
    // Someone who knew the former password may have requested another email address.
    await expireCodes(db, userId, ['change_email']);
    await new LoginGuard(keys, { email: account.email, ip: request.ip }).forgetFailures(db);
    // If mail is on, whoever reads the mails of the email address has proved that it is theirs.
    if (mail.isOn && spent.email === account.email) {
      await deleteUnprovedIdentities(db, account);
      await confirmEmail(db, userId);
    }
    await audit(db, {
      action: 'password.reset',
      actorId: userId,
      subject: { type: 'users', id: userId },
      request,
    });
    await notifyPasswordChanged(services, db, account, requestLanguage(request));
  });
}
