import { paths, type Language } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { pageUrl } from '../../../http/own-origins.ts';
import { requestLanguage } from '../../../http/request-language.ts';
import type { Services } from '../../../http/services.ts';
import { issueCode } from './account-codes.ts';
import { notifyAccountExists } from './account-notices.ts';
import { checkEmail } from './credentials.rules.ts';
import { foldEmail } from './fold-email.ts';
import type { Visit } from './sessions.ts';
import { findAccount, type Account } from './users.repository.ts';

export type AccountMailKind = 'confirm_email' | 'account_exists' | 'reset_password';

export interface AccountMail {
  readonly kind: AccountMailKind;
  /** As the visitor typed it. */
  readonly email: string;
  readonly language: Language;
  readonly address: string;
  readonly requestId: string;
}

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'account-mail': AccountMail;
  }
}

/**
 * Requests a mail to an email address, which is sent only if it belongs to an account. The account is looked
 * up by a job, so the request takes the same time either way and its duration reveals nothing.
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

/**
 * Sends the requested mail, unless no account has the email address or too many mails have
 * been sent to it already.
 */
export async function sendAccountMail(services: Services, requested: AccountMail): Promise<void> {
  const emailFolded = foldEmail(requested.email);
  if (services.limits.count('account_mail', `${requested.kind}|${emailFolded}`) > 0) return;
  await installationTransaction(services.database, async (db) => {
    const account = await findAccount(db, emailFolded);
    if (!account || account.demoEndsAt) return;
    await senders[requested.kind](services, db, account, requested);
  });
}

type Sender = (
  services: Services,
  db: InstallationDb,
  account: Account,
  requested: AccountMail,
) => Promise<void>;

const senders: Record<AccountMailKind, Sender> = {
  async confirm_email({ config, mail }, db, account, requested) {
    if (account.emailConfirmedAt) return;
    const code = await issueCode(db, { userId: account.id, purpose: 'confirm_email', email: account.email });
    const link = pageUrl(config, paths.confirmEmail({ code }));
    await mail.send(db, { template: 'confirm_email', ...recipient(account, requested), link });
  },
  account_exists: (services, db, account, requested) =>
    notifyAccountExists(services, db, account, requested.language),
  async reset_password({ config, mail }, db, account, requested) {
    const { address: ip, requestId: id } = requested;
    const subject = { type: 'users', id: account.id };
    await audit(db, { action: 'password.reset_request', actorId: null, subject, request: { ip, id } });
    if (account.passwordHash === null) {
      const loginLink = pageUrl(config, paths.login());
      return mail.send(db, {
        template: 'reset_without_password',
        ...recipient(account, requested),
        loginLink,
      });
    }
    const code = await issueCode(db, { userId: account.id, purpose: 'reset_password', email: account.email });
    const link = pageUrl(config, paths.resetPassword({ code }));
    await mail.send(db, { template: 'reset_password', ...recipient(account, requested), link });
  },
};

/** Returns the stored email address, never the typed one. */
const recipient = (account: Account, requested: AccountMail) => ({
  to: account.email,
  language: account.language ?? requested.language,
});
