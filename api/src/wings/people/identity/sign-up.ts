import type { EmailSignup } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { requestLanguage } from '../../../http/request-language.ts';
import type { Services } from '../../../http/services.ts';
import { checkSignUp } from './credentials.rules.ts';
import { startSession, type SignedIn } from './start-session.ts';
import { acceptInvitation, announceMember, findInvitation, requireInvited } from './invitations.ts';
import type { Visit } from './sessions.ts';
import { insertUser } from './users.repository.ts';

const EMAIL = '/data/attributes/email';
const INVITATION = '/data/attributes/invitation';

/**
 * Creates an account. If mail is off, nothing can be confirmed, so this opens the first session. If mail is
 * on, it returns null whether or not the email address is taken, which only a mail to its owner reveals; an invitation that was mailed to the
 * address confirms it.
 */
export async function signUp(
  services: Services,
  attributes: EmailSignup,
  visit: Visit,
): Promise<SignedIn | null> {
  const { config, database, passwords, mail } = services;
  checkSignUp(attributes, config.signUp);
  const passwordHash = await passwords.hash(attributes.password);
  const { signedIn, accepted } = await installationTransaction(database, async (db) => {
    const { email, invitation: code } = attributes;
    const invitation = code === undefined ? undefined : await findInvitation(db, code, INVITATION);
    if (invitation) requireInvited(invitation, email, EMAIL);
    const isEmailConfirmed = mail.isOn && invitation?.provesEmail === true;
    const user = await insertUser(db, { email, passwordHash, isEmailConfirmed });
    if (user) await recordAccount(db, user.id, visit);
    // Who already has an account proves that it is theirs by logging in.
    const accepted =
      user && code !== undefined
        ? await acceptInvitation(db, { code, user, pointer: INVITATION, request: visit.request })
        : undefined;
    if (mail.isOn && !(user && isEmailConfirmed)) {
      await askForMail(services, db, user ? 'confirm_email' : 'account_exists', email, visit);
      return { signedIn: null, accepted };
    }
    if (!user) throw new Refusal('email_taken', { pointer: EMAIL });
    return { signedIn: await startSession(services, db, user, visit, 'sign_up'), accepted };
  });
  if (accepted) announceMember(services, accepted);
  return signedIn;
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
