import type { EmailSignup } from '@headwater/shared/contract';
import { audit } from '../audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../platform/database/installation-db.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { requestLanguage } from '../../http/request-language.ts';
import type { Services } from '../../http/services.ts';
import { checkSignUp } from './credentials.rules.ts';
import { startSession, type SignedIn } from './start-session.ts';
import { acceptInvitation } from './invitations.ts';
import type { Visit } from './sessions.ts';
import { insertUser } from './users.repository.ts';

/**
 * Creates an account. If mail is off, nothing can be confirmed, so this opens the first session. If mail is
 * on, it returns null whether or not the email address is taken, which only a mail to its owner reveals.
 */
export async function signUp(
  services: Services,
  attributes: EmailSignup,
  visit: Visit,
): Promise<SignedIn | null> {
  const { config, database, passwords, mail } = services;
  checkSignUp(attributes, config.signUp);
  const passwordHash = await passwords.hash(attributes.password);
  return installationTransaction(database, async (db) => {
    if (attributes.invitation !== undefined)
      await acceptInvitation(db, attributes.invitation, attributes.email);
    const user = await insertUser(db, { email: attributes.email, passwordHash });
    if (user) await recordAccount(db, user.id, visit);
    if (mail.isOn) {
      await askForMail(services, db, user ? 'confirm_email' : 'account_exists', attributes.email, visit);
      return null;
    }
    if (!user) throw new Refusal('email_taken', { pointer: '/data/attributes/email' });
    return startSession(services, db, user, visit, 'sign_up');
  });
}

async function recordAccount(db: InstallationDb, userId: string, { request }: Visit): Promise<void> {
  const subject = { type: 'users', id: userId };
  await audit(db, { action: 'account.create', actorId: userId, subject, request });
}

/** Takes the same time in both cases: a job looks up what the mail needs to know about the account. */
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
