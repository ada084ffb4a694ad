import { audit } from '../../ground/audit/index.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import {
  confirmEmail,
  deleteSessionsOf,
  expireCodes,
  findAccount,
  foldEmail,
  updatePasswordHash,
  type Account,
  type Visit,
} from '../identity/index.ts';
import type { Services } from '../../../http/services.ts';
import { deleteIdentitiesOf, insertIdentity } from './identities.repository.ts';
import { isAuthoritative, type GoogleIdentity } from './identity.rules.ts';
import { recordLink } from './link.ts';

/**
 * Links a new identity to the account with its email address, or returns undefined if there is none. This
 * requires that Google is authoritative for the address, because otherwise an old mailbox could open a new
 * owner's account, or the reverse. It also requires mail, because otherwise anyone may have typed the
 * address. Everyone else links from their profile.
 */
export async function linkByAddress(
  services: Services,
  db: InstallationDb,
  identity: GoogleIdentity,
  visit: Visit,
): Promise<Account | undefined> {
  const account = await lockAccount(db, foldEmail(identity.email));
  if (!account) return undefined;
  if (!services.mail.isOn || !isAuthoritative(identity, services.config.google!))
    throw new Refusal('google_link_required');
  if (!account.emailConfirmedAt) await revokeAccess(db, account, visit);
  // Another person with the same email address at the same provider has it: the address has passed on.
  if (!(await insertIdentity(db, account.id, identity))) throw new Refusal('google_link_required');
  await recordLink(services, db, { account, identity, visit });
  return account;
}

/**
 * Locks the account until the transaction ends, so that its email address can be neither changed nor
 * confirmed meanwhile.
 */
async function lockAccount(db: InstallationDb, emailFolded: string): Promise<Account | undefined> {
  await db
    .selectFrom('users')
    .select('id')
    .where('email_folded', '=', emailFolded)
    .forUpdate()
    .executeTakeFirst();
  return findAccount(db, emailFolded);
}

/**
 * Takes the account from whoever registered it. They never proved that the email address is theirs and may
 * have waited for its owner, so nothing that they know or have may open the account anymore.
 */
async function revokeAccess(db: InstallationDb, { id }: Account, { request }: Visit): Promise<void> {
  await updatePasswordHash(db, id, null);
  await deleteSessionsOf(db, id);
  await deleteIdentitiesOf(db, id);
  await expireCodes(db, id);
  await confirmEmail(db, id);
  const details = { by: 'google' };
  await audit(db, { action: 'email.confirm', actorId: id, subject: { type: 'users', id }, request, details });
}
