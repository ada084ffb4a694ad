import { audit } from '../audit/index.ts';
import type { InstallationDb } from '../../platform/database/installation-db.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
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
import type { Services } from '../../http/services.ts';
import { deleteIdentitiesOf, insertIdentity } from './identities.repository.ts';
import { isAuthoritative, type GoogleIdentity } from './identity.rules.ts';
import { recordLink } from './link.ts';

/**
 * Links an identity that is new here to the account that has its address; undefined where nobody has. Only where Google
 * is authoritative for the address, as otherwise an old mailbox would open a new owner's account, or the reverse; and
 * only where mail goes out, as otherwise anybody may have typed the address. All others link from their profile.
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
  if (!account.emailConfirmedAt) await dispossess(db, account, visit);
  // It belongs to another person of the same address at the same provider: an address that has passed on.
  if (!(await insertIdentity(db, account.id, identity))) throw new Refusal('google_link_required');
  await recordLink(services, db, { account, identity, visit });
  return account;
}

/** Held until the end of the transaction: the address can neither be changed nor confirmed meanwhile. */
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
 * Whoever registered the address never proved that it is theirs, and may have waited for its owner to come: nothing that
 * they know or have opens the account any more.
 */
async function dispossess(db: InstallationDb, { id }: Account, { request }: Visit): Promise<void> {
  await updatePasswordHash(db, id, null);
  await deleteSessionsOf(db, id);
  await deleteIdentitiesOf(db, id);
  await expireCodes(db, id);
  await confirmEmail(db, id);
  const details = { by: 'google' };
  await audit(db, { action: 'email.confirm', actorId: id, subject: { type: 'users', id }, request, details });
}
