import type { EmailConfirmationResource } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { requestLanguage } from '../../../http/request-language.ts';
import type { Services } from '../../../http/services.ts';
import { expireCodes, spendCode, type AccountCode } from './account-codes.ts';
import type { Visit } from './sessions.ts';
import { confirmEmail, deleteUnprovedIdentities, getAccount, updateEmail } from './users.repository.ts';

/** Confirms an email address by the code in a mail: that of a new account, or the new address of an existing one. */
export async function confirmByCode(
  services: Services,
  code: string,
  visit: Visit,
): Promise<EmailConfirmationResource> {
  return installationTransaction(services.database, async (db) => {
    const spent = await spendCode(db, code, ['confirm_email', 'change_email']);
    if (spent.purpose === 'change_email') await changeEmail(services, db, spent, visit);
    else await confirmNew(db, spent.userId);
    await audit(db, {
      action: spent.purpose === 'change_email' ? 'email.change' : 'email.confirm',
      actorId: spent.userId,
      subject: { type: 'users', id: spent.userId },
      request: visit.request,
    });
    return { type: 'email_confirmations', id: spent.userId, attributes: { email: spent.email } };
  });
}

async function confirmNew(db: InstallationDb, userId: string): Promise<void> {
  await deleteUnprovedIdentities(db, await getAccount(db, userId));
  await confirmEmail(db, userId);
}

async function changeEmail(
  { mail }: Services,
  db: InstallationDb,
  { userId, email }: AccountCode,
  { request }: Visit,
): Promise<void> {
  const { email: former, language } = await getAccount(db, userId);
  const isChanged = await updateEmail(db, userId, email);
  // Someone else has signed up with it since the mail was sent.
  if (!isChanged) throw new Refusal('email_taken', { pointer: '/data/attributes/code' });
  await confirmEmail(db, userId);
  // These were sent to the former mailbox.
  await expireCodes(db, userId, ['reset_password']);
  await mail.send(db, {
    template: 'email_changed',
    to: former,
    language: language ?? requestLanguage(request),
    newEmail: email,
  });
}
