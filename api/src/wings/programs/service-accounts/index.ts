import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { dependencies } from '../../ground/dependencies/index.ts';
import { noticeExpiringTokens } from './expiring-tokens.ts';
import { tables } from '../../tables/tables/index.ts';
import { deleteOldTokens } from './service-tokens.repository.ts';
import { serviceAccountRoutes } from './service-accounts.routes.ts';
import { serviceTokenRoutes } from './service-tokens.routes.ts';
import { TokenAccess } from './token-access.ts';
import { deleteOldUsage } from './usage.repository.ts';
import { usageRoutes } from './usage.routes.ts';
import './service-accounts.tables.ts';

export { noticeExpiringTokens } from './expiring-tokens.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly tokens: TokenAccess;
  }
}

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'notice-expiring-tokens': Record<string, never>;
  }
}

const EVERY_HOUR = '23 * * * *';

/** Other programs that read a workspace, each with its own tokens and its own part of the data. */
export const serviceAccounts: ApiModule = {
  name: 'service-accounts',
  needs: [tables, dependencies, auditing],
  routes: [...serviceAccountRoutes, ...serviceTokenRoutes, ...usageRoutes],
  provide: (services) => ({ tokens: new TokenAccess(services) }),
  start: async (services) => {
    await services.jobs.work('notice-expiring-tokens', { run: () => noticeExpiringTokens(services) });
    await services.jobs.schedule('notice-expiring-tokens', EVERY_HOUR, {});
  },
  nightly: async (_services, db) => {
    await deleteOldTokens(db);
    await deleteOldUsage(db);
  },
  close: ({ tokens }) => tokens.close(),
};
