import type { AccountDeletion } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { requestLanguage } from '../../../http/request-language.ts';
import { isFresh, type CurrentSession } from '../../../http/principal.ts';
import {
  foldEmail,
  getAccount,
  provePassword,
  requireProved,
  type Account,
  type Visit,
} from '../identity/index.ts';
import { deleteOrganizations } from '../organizations/index.ts';
import type { Services } from '../../../http/services.ts';
import { dependentWorkspaces, lockWithWorkspaces } from './dependent-workspaces.ts';

const EMAIL = '/data/attributes/email';
const PASSWORD = '/data/attributes/password';

/** Deletes an account and the workspaces to which no one else belongs. No workspace is left without an admin. */
export async function deleteAccount(
  services: Services,
  session: CurrentSession,
  deletion: AccountDeletion,
  { request }: Pick<Visit, 'request'>,
): Promise<void> {
  const { user } = session;
  if (foldEmail(deletion.email) !== foldEmail(user.email))
    throw new Refusal('email_mismatch', { pointer: EMAIL });
  const account = await proveOneself(services, session, deletion.password, request);
  await installationTransaction(services.database, async (db) => {
    await lockWithWorkspaces(db, user.id);
    const { email, language } = await getAccount(db, user.id);
    await requireProved(db, account, PASSWORD);
    const own = await findOwnWorkspaces(db, user.id);
    await deleteOrganizations(services, db, own, { actorId: user.id, request });
    await db.deleteFrom('users').where('id', '=', user.id).execute();
    const subject = { type: 'users', id: user.id };
    await audit(db, { action: 'account.delete', actorId: user.id, subject, request });
    await services.mail.send(db, {
      template: 'account_deleted',
      to: email,
      language: language ?? requestLanguage(request),
    });
  });
}

/** Requires the password or, from a user who has none, a recent login. */
async function proveOneself(
  services: Services,
  session: CurrentSession,
  password: string | undefined,
  request: Visit['request'],
): Promise<Account> {
  const { user } = session;
  const account = await installationTransaction(services.database, (db) => getAccount(db, user.id));
  if (account.passwordHash === null) {
    if (!isFresh(session)) throw new Refusal('log_in_again');
    return account;
  }
  if (!password) throw new Refusal('password_required', { pointer: PASSWORD });
  const claim = { user, password, pointer: PASSWORD, action: 'account.delete' } as const;
  return provePassword(services, claim, { request });
}

/**
 * Returns the workspaces that are deleted with the user. Throws if a workspace with other members would
 * lose its last admin.
 */
async function findOwnWorkspaces(db: InstallationDb, userId: string): Promise<string[]> {
  const { rows } = await dependentWorkspaces(userId).execute(db);
  const left = rows.filter(({ isAlone }) => !isAlone);
  if (left.length > 0)
    throw new Refusal('last_admin', { values: { workspaces: left.map(({ name }) => name).join(', ') } });
  return rows.map(({ id }) => id);
}
