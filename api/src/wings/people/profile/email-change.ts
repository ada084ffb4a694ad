import { sql } from 'kysely';
import { paths, type EmailChange } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { pageUrl } from '../../../http/own-origins.ts';
import { requestLanguage } from '../../../http/request-language.ts';
import type { User } from '../../../http/principal.ts';
import {
  checkEmail,
  expireCodes,
  findAccount,
  foldEmail,
  issueCode,
  notifyAccountExists,
  provePassword,
  requireProved,
  updateEmail,
  type Account,
  type Visit,
} from '../identity/index.ts';
import type { Services } from '../../../http/services.ts';

const EMAIL = '/data/attributes/email';
const PASSWORD = '/data/attributes/password';

/**
 * Gives an account another email address if the user knows its password: with mail, once a link sent to the
 * new mailbox is followed, and without mail, at once.
 */
export async function changeEmail(
  services: Services,
  user: User,
  { email, password }: EmailChange,
  visit: Visit,
): Promise<void> {
  checkEmail(email);
  if (foldEmail(email) === foldEmail(user.email)) throw new Refusal('email_unchanged', { pointer: EMAIL });
  const action = services.mail.isOn ? 'email.change_request' : 'email.change';
  const account = await provePassword(services, { user, password, pointer: PASSWORD, action }, visit);
  const language = account.language ?? requestLanguage(visit.request);
  const change = services.mail.isOn ? askNewMailbox : changeAtOnce;
  await installationTransaction(services.database, async (db) => {
    await requireProved(db, account, PASSWORD);
    await change(services, db, { account, email, language });
    const subject = { type: 'users', id: user.id };
    await audit(db, { action, actorId: user.id, subject, request: visit.request });
  });
}

interface Change {
  readonly account: Account;
  readonly email: string;
  readonly language: 'en' | 'de';
}

/**
 * Asks for confirmation at the new email address. If it is taken, everything is the same, but its owner
 * gets a note instead.
 */
async function askNewMailbox(
  services: Services,
  db: InstallationDb,
  { account, email, language }: Change,
): Promise<void> {
  const { limits, mail } = services;
  limits.spend('account_mail', `change_email|${account.id}`);
  limits.spend('account_mail', `change_email|${foldEmail(email)}`);
  await expireCodesToOthers(db, account.id, email);
  const code = await issueCode(db, { userId: account.id, purpose: 'change_email', email });
  const owner = await findAccount(db, foldEmail(email));
  if (owner) await notifyAccountExists(services, db, owner, language);
  else {
    const link = pageUrl(services.config, paths.confirmEmail({ code }));
    await mail.send(db, { template: 'email_change', to: email, language, link });
  }
  await mail.send(db, { template: 'email_change_notice', to: account.email, language, newEmail: email });
}

/**
 * Expires links that were sent to a mistyped email address, so that they can't win over the
 * link to the right one.
 */
async function expireCodesToOthers(db: InstallationDb, userId: string, email: string): Promise<void> {
  await db
    .updateTable('account_codes')
    .set({ expires_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('email', '!=', email)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

/**
 * Changes the email address without confirmation, because no one can prove that a mailbox is
 * theirs if mail is off.
 */
async function changeAtOnce(
  { mail }: Services,
  db: InstallationDb,
  { account, email, language }: Change,
): Promise<void> {
  if (!(await updateEmail(db, account.id, email))) throw new Refusal('email_taken', { pointer: EMAIL });
  await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', account.id).execute();
  await expireCodes(db, account.id);
  await mail.send(db, { template: 'email_changed', to: account.email, language, newEmail: email });
}
