import { userSessionsDocument } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTables, installationTransaction } from '../../../platform/database/installation-db.ts';
import { account } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { deleteSessionsOf, listLiveSessions } from '../identity/index.ts';
import { presentUserSession } from './user-session.presenter.ts';

const list = defineRoute({
  method: 'GET',
  path: '/profile/sessions',
  summary: 'Where the caller is signed in, most recently used first.',
  access: account(),
  responses: { 200: userSessionsDocument },
  handler: async ({ session, user, services }) => {
    const sessions = await listLiveSessions(installationTables(services.database), user.id);
    return { data: sessions.map((each) => presentUserSession(each, session.id)) };
  },
});

const endOthers = defineRoute({
  method: 'DELETE',
  path: '/profile/sessions',
  summary: "End all of the caller's sessions except this one.",
  access: account(),
  responses: { 204: noContent },
  handler: async ({ session, user, request, services }) => {
    await installationTransaction(services.database, async (db) => {
      await deleteSessionsOf(db, user.id, session.id);
      const subject = { type: 'users', id: user.id };
      const details = { which: 'others' };
      await audit(db, { action: 'session.end', actorId: user.id, subject, request, details });
    });
    return undefined;
  },
});

export const userSessionRoutes = [list, endOthers];
