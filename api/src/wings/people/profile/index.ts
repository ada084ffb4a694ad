import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { identity } from '../identity/index.ts';
import { mail } from '../../ground/mail/index.ts';
import { organizations } from '../organizations/index.ts';
import { accountRoutes } from './account.routes.ts';
import { profileRoutes } from './profile.routes.ts';
import { userSessionRoutes } from './user-sessions.routes.ts';

export { presentProfile } from './profile.presenter.ts';

/** A user's own account: what they see and change, and how it is deleted. */
export const profile: ApiModule = {
  name: 'profile',
  needs: [identity, organizations, mail, auditing],
  routes: [...profileRoutes, ...userSessionRoutes, ...accountRoutes],
};
