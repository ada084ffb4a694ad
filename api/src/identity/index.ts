import type { ApiModule } from '../api-module.ts';
import { Passwords } from './passwords.ts';
import { sessionRoutes } from './sessions.routes.ts';

export { deleteOldLoginFailures } from './login-failures.repository.ts';
export { deleteDeadSessions } from './sessions.repository.ts';
export { foldEmail } from './credentials.policy.ts';
export { Memberships, type OwnOrganization } from './memberships.ts';
export { Passwords } from './passwords.ts';
export { Sessions } from './sessions.ts';
export { updateSuperuser } from './users.repository.ts';

declare module '../services.ts' {
  interface Services {
    readonly passwords: Passwords;
  }
}
/** People, their passwords, sessions and memberships. */
export const identity: ApiModule = {
  routes: sessionRoutes,
  provide: ({ keys }) => ({ passwords: new Passwords(keys.pepper) }),
};
