import type { EmailSignup } from '@headwater/shared/contract';
import { audit } from '../audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../platform/database/installation-db.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { requestLanguage } from '../../http/request-language.ts';
import type { Services } from '../../http/services.ts';
import { checkSignUp } from './credentials.rules.ts';
import { enter, type SignedIn } from './enter.ts';
import { acceptInvitation } from './invitations.ts';
import type { Visit } from './sessions.ts';
import { insertUser } from './users.repository.ts';

/**
 * Makes an account. Without mail there is nothing to confirm by, so it opens the first session. With mail it answers
 * null, whether or not somebody has the address already: only its owner's mailbox tells.
 */
export async function signUp(services: Services, wish: EmailSignup, visit: Visit): Promise<SignedIn | null> {
  const { config, database, passwords, mail } = services;
  checkSignUp(wish, config.signUp);
  const passwordHash = await passwords.hash(wish.password);
  return installationTransaction(database, async (db) => {
    if (wish.invitation !== undefined) await acceptInvitation(db, wish.invitation, wish.email);
    const user = await insertUser(db, { email: wish.email, passwordHash });
    if (user) await recordAccount(db, user.id, visit);
    if (mail.isOn) {
      await askForMail(services, db, user ? 'confirm_email' : 'account_exists', wish.email, visit);
      return null;
    }
    if (!user) throw new Refusal('email_taken', { pointer: '/data/attributes/email' });
    return enter(services, db, user, visit, 'sign_up');
  });
}

async function recordAccount(db: InstallationDb, userId: string, { request }: Visit): Promise<void> {
  const subject = { type: 'users', id: userId };
  await audit(db, { action: 'account.create', actorId: userId, subject, request });
}

/** Both answers cost the same: what the mail needs of the account is looked up by a job. */
function askForMail(
  { jobs }: Services,
  db: InstallationDb,
  kind: 'confirm_email' | 'account_exists',
  email: string,
  { request }: Visit,
): Promise<void> {
  const caller = { address: request.ip, requestId: request.id };
  return jobs.enqueue(db, 'account-mail', { kind, email, language: requestLanguage(request), ...caller });
}
