import type { ApiModule } from '../api-module.ts';
import { sendAccountMail } from './account-mail.ts';
import { accountRoutes } from './account.routes.ts';
import { Passwords } from './passwords.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { signInOptionsRoutes } from './sign-in-options.routes.ts';

export { deleteOldCodes, expireCodes, findCode, issueCode, spendCode } from './account-codes.ts';
export { notifyAccountExists, notifyPasswordChanged } from './account-notices.ts';
export { checkEmail, checkNewPassword, checkSignUpRule } from './credentials.policy.ts';
export { answerSignedIn, enter, type SignedIn } from './enter.ts';
export { foldEmail } from './fold-email.ts';
export { deleteOldInvitations, insertInvitation } from './invitations.ts';
export { deleteOldLoginFailures } from './login-failures.repository.ts';
export { Memberships, type OwnOrganization } from './memberships.ts';
export { hashOneTimeCode, newOneTimeCode } from './one-time-code.ts';
export { provePassword, requireProved } from './password-proof.ts';
export { Passwords } from './passwords.ts';
export { deleteDeadSessions, deleteSessionsOf, listLiveSessions } from './sessions.repository.ts';
export { Sessions, type Visit } from './sessions.ts';
export {
  confirmEmail,
  findAccount,
  getAccount,
  insertUser,
  updateEmail,
  updatePasswordHash,
  updateSuperuser,
  type Account,
} from './users.repository.ts';

declare module '../../http/services.ts' {
  interface Services {
    readonly passwords: Passwords;
  }
}

/** People, their passwords, sessions and memberships. */
export const identity: ApiModule = {
  routes: [...signInOptionsRoutes, ...sessionRoutes, ...accountRoutes],
  provide: ({ keys }) => ({ passwords: new Passwords(keys.pepper) }),
  start: async (services) => {
    await services.jobs.work('account-mail', { run: (wish) => sendAccountMail(services, wish) });
  },
};
