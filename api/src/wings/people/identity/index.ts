import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { mail } from '../../ground/mail/index.ts';
import { sendAccountMail } from './account-mail.ts';
import { deleteOldCodes } from './account-codes.ts';
import { accountRoutes } from './account.routes.ts';
import { deleteOldInvitations } from './invitations.ts';
import { deleteOldLoginFailures } from './login-failures.repository.ts';
import { Memberships } from './memberships.ts';
import { Passwords } from './passwords.ts';
import { deleteDeadSessions } from './sessions.repository.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { Sessions } from './sessions.ts';
import { signInOptionsRoutes } from './sign-in-options.routes.ts';

export { expireCodes, findCode, issueCode, spendCode } from './account-codes.ts';
export { notifyAccountExists, notifyPasswordChanged } from './account-notices.ts';
export { checkEmail, checkNewPassword, checkSignUpRule } from './credentials.rules.ts';
export { signedInResponse, startSession, type SignedIn } from './start-session.ts';
export { foldEmail } from './fold-email.ts';
export {
  acceptInvitation,
  announceMember,
  findInvitation,
  insertInvitation,
  requireInvited,
  type Invitation,
} from './invitations.ts';
export { isMember, listAdmins, Memberships, type OwnOrganization } from './memberships.ts';
export { hashOneTimeCode, newOneTimeCode } from './one-time-code.ts';
export { provePassword, requireProved } from './password-proof.ts';
export { Passwords } from './passwords.ts';
export { deleteSessionsOf, listLiveSessions } from './sessions.repository.ts';
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

declare module '../../../http/services.ts' {
  interface Services {
    readonly passwords: Passwords;
    readonly sessions: Sessions;
    readonly memberships: Memberships;
  }
}

/** Users, their passwords, sessions, and memberships. */
export const identity: ApiModule = {
  name: 'identity',
  needs: [mail, auditing],
  routes: [...signInOptionsRoutes, ...sessionRoutes, ...accountRoutes],
  provide: ({ keys, database }) => ({
    passwords: new Passwords(keys.pepper),
    sessions: new Sessions(database, keys),
    memberships: new Memberships(database),
  }),
  start: async (services) => {
    await services.jobs.work('account-mail', { run: (requested) => sendAccountMail(services, requested) });
  },
  nightly: async (_services, db) => {
    await deleteDeadSessions(db);
    await deleteOldLoginFailures(db);
    await deleteOldCodes(db);
    await deleteOldInvitations(db);
  },
};
