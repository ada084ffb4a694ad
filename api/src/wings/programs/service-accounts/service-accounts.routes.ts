import {
  ACCOUNT_REQUESTS_MAX,
  ACCOUNT_SECONDS_MAX,
  newServiceAccountBody,
  SERVICE_ACCOUNTS_MAX,
  serviceAccountChangeBody,
  serviceAccountCollection,
  serviceAccountDocument,
  shownTokenDocument,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent, type Workspace } from '../../../http/define-route.ts';
import { expectedVersion } from '../../../http/if-match.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { indexScope } from './index-scope.ts';
import { issueToken, noteAccount } from './issue-token.ts';
import { missingOf, requireKnownScope, requireNetworks } from './scope.rules.ts';
import { presentAccount } from './service-account.presenter.ts';
import {
  deleteAccount,
  findAccount,
  insertAccount,
  listAccounts,
  lockAccount,
  lockAccountNames,
  updateAccount,
  type ServiceAccountRow,
} from './service-accounts.repository.ts';
import { listTokens } from './service-tokens.repository.ts';

const ACCOUNTS = '/organizations/:organizationId/service-accounts';
const ONE = `${ACCOUNTS}/:serviceAccountId` as const;

const DEFAULTS = {
  rights: ['data:read'],
  networks: [],
  limits: { requests: ACCOUNT_REQUESTS_MAX, seconds: ACCOUNT_SECONDS_MAX },
} as const;

const list = defineRoute({
  method: 'GET',
  path: ACCOUNTS,
  summary: 'All service accounts of the workspace, by name, with what each sees and its tokens.',
  access: member('service_accounts:read'),
  responses: { 200: serviceAccountCollection },
  handler: async ({ workspace }) =>
    workspace.transaction(async (db) => {
      const [accounts, tokens] = [await listAccounts(db), await listTokens(db, null)];
      const byAccount = Map.groupBy(tokens, ({ service_account_id }) => service_account_id);
      return {
        data: await Promise.all(
          accounts.map(async (account) => {
            const missing = await missingOf(db, account.scope);
            return presentAccount(account, byAccount.get(account.id) ?? [], missing, workspace);
          }),
        ),
        links: { next: null },
        meta: { total: accounts.length },
      };
    }),
});

const getOne = defineRoute({
  method: 'GET',
  path: ONE,
  summary: 'One service account, with what it sees and its tokens.',
  access: member('service_accounts:read'),
  responses: { 200: serviceAccountDocument },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const account = await findAccount(db, params.serviceAccountId);
      if (!account) throw new Refusal('not_found');
      return { data: await present(db, account, workspace) };
    }),
});

const create = defineRoute({
  method: 'POST',
  path: ACCOUNTS,
  summary:
    'Create a service account and its first token, which only this response contains. `scope` has what it sees; null stands for everything in the workspace. `rights` has what it may do with that.',
  access: member('service_accounts:edit'),
  body: newServiceAccountBody,
  responses: { 201: shownTokenDocument },
  handler: async ({ workspace, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { days, ...values } = body.data.attributes;
      await requireFreeName(db, values.name, null);
      await requireKnownScope(db, values.scope, null);
      requireNetworks(values.networks ?? []);
      const id = newId('sva');
      await insertAccount(db, { ...DEFAULTS, ...values, id, createdBy: workspace.principal.name });
      const circumstances = { db, workspace, services, request };
      const account = (await findAccount(db, id))!;
      await indexScope(db, account);
      await noteAccount(circumstances, 'service_account.create', account);
      return issueToken(circumstances, account, { days, replaces: undefined });
    }),
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: 'Rename a service account, change what it sees and may do, disable it, or enable it again.',
  access: member('service_accounts:edit'),
  body: serviceAccountChangeBody,
  takes: 'If-Match',
  responses: { 200: serviceAccountDocument },
  handler: async ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const saved = await lockAccount(db, params.serviceAccountId);
      if (!saved) throw new Refusal('not_found');
      if (saved.version !== expectedVersion(request))
        throw new Refusal('version_conflict', { parameter: 'If-Match' });
      const { disabled = saved.disabled_at !== null, ...changed } = body.data.attributes;
      const wanted = {
        name: saved.name,
        description: saved.description,
        scope: saved.scope,
        rights: saved.rights,
        networks: saved.networks,
        limits: { requests: saved.requests_max, seconds: saved.seconds_max },
        ...changed,
        disabledAt: disabled ? (saved.disabled_at ?? new Date()) : null,
      };
      if (wanted.name !== saved.name) await requireFreeName(db, wanted.name, saved.id);
      await requireKnownScope(db, wanted.scope, saved.scope);
      requireNetworks(wanted.networks);
      await updateAccount(db, saved.id, wanted);
      const account = (await findAccount(db, saved.id))!;
      await indexScope(db, account);
      const circumstances = { db, workspace, services, request };
      const isToggled = disabled !== (saved.disabled_at !== null);
      if (isToggled)
        await noteAccount(
          circumstances,
          disabled ? 'service_account.disable' : 'service_account.enable',
          account,
        );
      if (Object.keys(changed).length > 0 || !isToggled)
        await noteAccount(circumstances, 'service_account.update', account);
      return { data: await present(db, account, workspace) };
    }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a service account. Its tokens stop working at once.',
  access: member('service_accounts:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    await workspace.transaction(async (db) => {
      const account = await lockAccount(db, params.serviceAccountId);
      if (!account) throw new Refusal('not_found');
      await indexScope(db, { ...account, scope: null });
      await deleteAccount(db, account.id);
      await noteAccount({ db, workspace, services, request }, 'service_account.delete', account);
    });
    return undefined;
  },
});

export const serviceAccountRoutes = [list, getOne, create, change, remove];

/** Throws if another account has the name, or if a new one would be one too many. */
async function requireFreeName(db: WorkspaceDb, name: string, ownId: string | null): Promise<void> {
  await lockAccountNames(db);
  const others = (await listAccounts(db)).filter(({ id }) => id !== ownId);
  if (ownId === null && others.length >= SERVICE_ACCOUNTS_MAX)
    throw new Refusal('too_many_service_accounts', { values: { most: SERVICE_ACCOUNTS_MAX } });
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new Refusal('service_account_name_taken', { pointer: '/data/attributes/name' });
}

async function present(db: WorkspaceDb, account: ServiceAccountRow, workspace: Workspace) {
  const tokens = await listTokens(db, account.id);
  return presentAccount(account, tokens, await missingOf(db, account.scope), workspace);
}
