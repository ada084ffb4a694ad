import { paths, type Language } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { pageUrl } from '../../../http/own-origins.ts';
import type { Services } from '../../../http/services.ts';
import type { Account } from './users.repository.ts';

type Dependencies = Pick<Services, 'config' | 'mail'>;

/** Notifies an account's owner of a changed password, in their language or otherwise in that of the request. */
export function notifyPasswordChanged(
  { config, mail }: Dependencies,
  db: InstallationDb,
  account: Account,
  language: Language,
): Promise<void> {
  const resetLink = pageUrl(config, paths.requestPasswordReset());
  const recipient = { to: account.email, language: account.language ?? language };
  return mail.send(db, { template: 'password_changed', ...recipient, resetLink });
}

/** Notifies an account's owner that someone tried to use its email address for another account. */
export function notifyAccountExists(
  { config, mail }: Dependencies,
  db: InstallationDb,
  account: Account,
  language: Language,
): Promise<void> {
  const loginLink = pageUrl(config, paths.login());
  const resetLink = pageUrl(config, paths.requestPasswordReset());
  const recipient = { to: account.email, language: account.language ?? language };
  return mail.send(db, { template: 'account_exists', ...recipient, loginLink, resetLink });
}
