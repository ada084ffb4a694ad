import { networkOf } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { User } from '../../../http/principal.ts';
import {
  acceptInvitation,
  announceMember,
  checkSignUpRule,
  findInvitation,
  startSession,
  getAccount,
  insertUser,
  requireInvited,
  type Invitation,
  type SignedIn,
  type Visit,
} from '../identity/index.ts';
import type { Services } from '../../../http/services.ts';
import { findOwner, insertIdentity, updateIdentityEmail } from './identities.repository.ts';
import { isAuthoritative, type GoogleIdentity } from './identity.rules.ts';
import { linkByAddress } from './link-by-address.ts';

type Purpose = 'login' | 'signup';

interface Request {
  readonly purpose: Purpose;
  /** The code of an invitation's link. */
  readonly invitation: string | undefined;
  readonly visit: Visit;
}

const INVITATION = '/data/attributes/invitation';

/**
 * Opens a session for the user that the provider names. Users are recognized by their identity at the
 * provider, never by an email address. Someone who signs in for the first time is linked to the account with
 * their email address, or signs up.
 */
export async function signInByGoogle(
  services: Services,
  identity: GoogleIdentity,
  { purpose, invitation: code, visit }: Request,
): Promise<SignedIn> {
  const { signedIn, accepted } = await installationTransaction(services.database, async (db) => {
    const invitation = code === undefined ? undefined : await findInvitation(db, code, INVITATION);
    const user =
      (await findKnown(db, identity)) ??
      (await linkByAddress(services, db, identity, visit)) ??
      (await signUp(services, db, { identity, purpose, invitation, visit }));
    const accepted =
      code === undefined
        ? undefined
        : await acceptInvitation(db, { code, user, pointer: INVITATION, request: visit.request });
    return { signedIn: await startSession(services, db, user, visit, 'google'), accepted };
  });
  if (accepted) announceMember(services, accepted);
  return signedIn;
}

async function findKnown(db: InstallationDb, identity: GoogleIdentity): Promise<User | undefined> {
  const userId = await findOwner(db, identity);
  if (userId === undefined) return undefined;
  await updateIdentityEmail(db, identity);
  return getAccount(db, userId);
}

interface Newcomer {
  readonly identity: GoogleIdentity;
  readonly purpose: Purpose;
  readonly invitation: Invitation | undefined;
  readonly visit: Visit;
}

/**
 * Creates an account without a password. Its email address counts as confirmed if Google is authoritative for
 * it and mail is on, without which nothing is confirmed. That Google once verified an address in someone
 * else's domain is no proof of whose it is today.
 */
async function signUp(
  { config, limits, mail }: Services,
  db: InstallationDb,
  { identity, purpose, invitation, visit: { request } }: Newcomer,
): Promise<User> {
  if (purpose === 'login') throw new Refusal('google_account_unknown');
  if (invitation) requireInvited(invitation, identity.email, INVITATION);
  else checkSignUpRule(identity.email, config.signUp);
  limits.spend('sign_up', networkOf(request.ip));
  const user = await insertUser(db, {
    email: identity.email,
    ...(identity.name !== null && { name: identity.name }),
    passwordHash: null,
    isEmailConfirmed:
      mail.isOn && (isAuthoritative(identity, config.google!) || invitation?.provesEmail === true),
  });
  // Someone has taken the email address, or the identity, at this very moment.
  if (!user || !(await insertIdentity(db, user.id, identity))) throw new Refusal('google_link_required');
  const event = { actorId: user.id, subject: { type: 'users', id: user.id }, request };
  await audit(db, { action: 'account.create', ...event });
  await audit(db, { action: 'google.link', ...event });
  return user;
}
