import { serviceAccountUsageDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { findAccount } from './service-accounts.repository.ts';
import { readUsage } from './usage.repository.ts';

const read = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/service-accounts/:serviceAccountId/usage',
  summary:
    'What a service account has requested on each of the last 30 days. A request is counted within 10 seconds.',
  access: member('service_accounts:read'),
  responses: { 200: serviceAccountUsageDocument },
  handler: async ({ workspace, params: { serviceAccountId: id } }) =>
    workspace.transaction(async (db) => {
      if (!(await findAccount(db, id))) throw new Refusal('not_found');
      return { data: { type: 'service_account_usage' as const, id, attributes: await readUsage(db, id) } };
    }),
});

export const usageRoutes = [read];
