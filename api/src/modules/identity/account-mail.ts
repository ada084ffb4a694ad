import { paths, type Language } from '@headwater/shared/contract';
import { audit } from '../audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../platform/database/installation-db.ts';
import { pageUrl } from '../../http/own-origins.ts';
import { requestLanguage } from '../../http/request-language.ts';
import type { Services } from '../../http/services.ts';
import { issueCode } from './account-codes.ts';
import { notifyAccountExists } from './account-notices.ts';
import { checkEmail } from './credentials.rules.ts';
import { foldEmail } from './fold-email.ts';
import type { Visit } from './sessions.ts';
import { findAccount, type Account } from './users.repository.ts';

export type AccountMailKind = 'confirm_email' | 'account_exists' | 'reset_password';

export interface AccountMail {
  readonly kind: AccountMailKind;
  /** As somebody typed it. */
  readonly email: string;
  readonly language: Language;
  readonly address: string;
  readonly requestId: string;
}

declare module '../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'account-mail': AccountMail;
  }
}

/**
 * Asks for a mail to an address, if it is one of ours. The call takes the same time either way, as the account is
 * looked up by a job: how long an answer takes tells as much as what it says.
 */
export async function requestAccountMail(
  { database, jobs }: Services,
  kind: AccountMailKind,
  email: string,
  { request }: Visit,
): Promise<void> {
  checkEmail(email);
  const caller = { address: request.ip, requestId: request.id };
  await installationTransaction(database, (db) =>
    jobs.enqueue(db, 'account-mail', { kind, email, language: requestLanguage(request), ...caller }),
  );
}

/** Sends what was asked for; nothing where nobody has the address, or too much has been sent to it already. */
export async function sendAccountMail(services: Services, wish: AccountMail): Promise<void> {
  const emailFolded = foldEmail(wish.email);
  if (services.limits.count('account_mail', `${wish.kind}|${emailFolded}`) > 0) return;
  await installationTransaction(services.database, async (db) => {
    const account = await findAccount(db, emailFolded);
    if (!account || account.demoEndsAt) return;
    await senders[wish.kind](services, db, account, wish);
  });
}

type Sender = (services: Services, db: InstallationDb, account: Account, wish: AccountMail) => Promise<void>;

const senders: Record<AccountMailKind, Sender> = {
  async confirm_email({ config, mail }, db, account, wish) {
    if (account.emailConfirmedAt) return;
    const code = await issueCode(db, { userId: account.id, purpose: 'confirm_email', email: account.email });
    const link = pageUrl(config, paths.confirmEmail({ code }));
    await mail.send(db, { template: 'confirm_email', ...recipient(account, wish), link });
  },
  account_exists: (services, db, account, wish) => notifyAccountExists(services, db, account, wish.language),
  async reset_password({ config, mail }, db, account, wish) {
    const { address: ip, requestId: id } = wish;
    const subject = { type: 'users', id: account.id };
    await audit(db, { action: 'password.reset_request', actorId: null, subject, request: { ip, id } });
    if (account.passwordHash === null) {
      const loginLink = pageUrl(config, paths.login());
      return mail.send(db, { template: 'reset_without_password', ...recipient(account, wish), loginLink });
    }
    const code = await issueCode(db, { userId: account.id, purpose: 'reset_password', email: account.email });
    const link = pageUrl(config, paths.resetPassword({ code }));
    await mail.send(db, { template: 'reset_password', ...recipient(account, wish), link });
  },
};

/** The stored address, never the typed one. */
const recipient = (account: Account, wish: AccountMail) => ({
  to: account.email,
  language: account.language ?? wish.language,
});
