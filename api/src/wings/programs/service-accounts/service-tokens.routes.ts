import { newServiceTokenBody, serviceAccountDocument, shownTokenDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { issueToken, noteToken } from './issue-token.ts';
import { missingOf } from './scope.rules.ts';
import { presentAccount } from './service-account.presenter.ts';
import { lockAccount } from './service-accounts.repository.ts';
import { isLive, listTokens, revokeToken } from './service-tokens.repository.ts';

const TOKENS = '/organizations/:organizationId/service-accounts/:serviceAccountId/tokens';

const create = defineRoute({
  method: 'POST',
  path: TOKENS,
  summary:
    'Create a token, which only this response contains. It can take over from another one, which goes on working for a while.',
  access: member('service_accounts:edit'),
  body: newServiceTokenBody,
  responses: { 201: shownTokenDocument },
  handler: async ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const account = await lockAccount(db, params.serviceAccountId);
      if (!account) throw new Refusal('not_found');
      const { days, replaces } = body.data.attributes;
      return issueToken({ db, workspace, services, request }, account, { days, replaces });
    }),
});

const revoke = defineRoute({
  method: 'DELETE',
  path: `${TOKENS}/:tokenId`,
  summary: 'Revoke a token. It stops working at once, and responses to it break off.',
  access: member('service_accounts:edit'),
  responses: { 200: serviceAccountDocument },
  handler: async ({ workspace, params, request, services }) =>
    workspace.transaction(async (db) => {
      const account = await lockAccount(db, params.serviceAccountId);
      const tokens = account ? await listTokens(db, account.id) : [];
      const token = tokens.find(({ id }) => id === params.tokenId);
      if (!account || !token) throw new Refusal('not_found');
      if (!isLive(token)) throw new Refusal('token_ended');
      await revokeToken(db, token.id);
      await noteToken({ db, workspace, services, request }, 'service_token.revoke', account, token);
      const missing = await missingOf(db, account.scope);
      return { data: presentAccount(account, await listTokens(db, account.id), missing, workspace) };
    }),
});

export const serviceTokenRoutes = [create, revoke];
