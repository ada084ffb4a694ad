import { audit } from '../../ground/audit/index.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { requestLanguage } from '../../../http/request-language.ts';
import type { Account, Visit } from '../identity/index.ts';
import type { Services } from '../../../http/services.ts';
import { deleteIdentitiesOf, findOwner, insertIdentity } from './identities.repository.ts';
import type { GoogleIdentity } from './identity.rules.ts';

interface Link {
  readonly account: Account;
  readonly identity: GoogleIdentity;
  readonly visit: Pick<Visit, 'request'>;
}

/** Connects an identity to an account at its owner's request. It replaces one that was connected before. */
export async function link(services: Services, db: InstallationDb, requested: Link): Promise<void> {
  const { account, identity } = requested;
  const ownerId = await findOwner(db, identity);
  if (ownerId === account.id) return;
  await deleteIdentitiesOf(db, account.id);
  const isFree = ownerId === undefined && (await insertIdentity(db, account.id, identity));
  if (!isFree) throw new Refusal('google_account_taken');
  await recordLink(services, db, requested);
}

/** Records the link and notifies the account's owner, at the account's own email address. */
export async function recordLink(
  { mail }: Services,
  db: InstallationDb,
  { account, identity, visit: { request } }: Link,
): Promise<void> {
  const { id, email: to, language } = account;
  await audit(db, { action: 'google.link', actorId: id, subject: { type: 'users', id }, request });
  await mail.send(db, {
    template: 'google_connected',
    to,
    language: language ?? requestLanguage(request),
    email: identity.email,
  });
}
