import { paths, type Language } from '@headwater/shared/contract';
import type { InstallationDb } from '../../platform/database/installation-db.ts';
import { pageUrl } from '../../http/own-origins.ts';
import type { Services } from '../../http/services.ts';
import type { Account } from './users.repository.ts';

type Ground = Pick<Services, 'config' | 'mail'>;

/** Tells an account's owner, in their language, else in that of the call, that its password is another one now. */
export function notifyPasswordChanged(
  { config, mail }: Ground,
  db: InstallationDb,
  account: Account,
  language: Language,
): Promise<void> {
  const resetLink = pageUrl(config, paths.requestPasswordReset());
  const recipient = { to: account.email, language: account.language ?? language };
  return mail.send(db, { template: 'password_changed', ...recipient, resetLink });
}

/** Tells an account's owner that somebody wanted its address for another one. */
export function notifyAccountExists(
  { config, mail }: Ground,
  db: InstallationDb,
  account: Account,
  language: Language,
): Promise<void> {
  const loginLink = pageUrl(config, paths.login());
  const resetLink = pageUrl(config, paths.requestPasswordReset());
  const recipient = { to: account.email, language: account.language ?? language };
  return mail.send(db, { template: 'account_exists', ...recipient, loginLink, resetLink });
}
