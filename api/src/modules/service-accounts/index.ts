import type { ApiModule } from '../api-module.ts';
import { auditing } from '../audit/index.ts';
import { deleteOldTokens } from './service-tokens.repository.ts';
import { serviceAccountRoutes } from './service-accounts.routes.ts';
import { serviceTokenRoutes } from './service-tokens.routes.ts';
import { TokenAccess } from './token-access.ts';
import './service-accounts.tables.ts';

declare module '../../http/services.ts' {
  interface Services {
    readonly tokens: TokenAccess;
  }
}

/** Other programs that read a workspace, each with its own tokens and its own part of the data. */
export const serviceAccounts: ApiModule = {
  name: 'service-accounts',
  needs: [auditing],
  routes: [...serviceAccountRoutes, ...serviceTokenRoutes],
  provide: (services) => ({ tokens: new TokenAccess(services) }),
  nightly: async (_services, db) => deleteOldTokens(db),
};
