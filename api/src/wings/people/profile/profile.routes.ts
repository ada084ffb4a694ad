import { profileDocument, profileEditBody } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { signedIn } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { checkProfileEdit } from './profile.rules.ts';
import { presentProfile } from './profile.presenter.ts';
import { updateProfile } from './profile.repository.ts';

const read = defineRoute({
  method: 'GET',
  path: '/profile',
  summary: "The caller's account.",
  access: signedIn(),
  responses: { 200: profileDocument },
  handler: async ({ user, services }) => ({ data: await presentProfile(services, user.id) }),
});

const edit = defineRoute({
  method: 'PATCH',
  path: '/profile',
  summary:
    "Change the caller's name, language, theme, or time zone. Demo users can change only language and theme.",
  access: signedIn(),
  body: profileEditBody,
  responses: { 200: profileDocument },
  handler: async ({ body, user, request, services }) => {
    const changes = checkProfileEdit(body.data.attributes, user);
    const fields = Object.keys(changes);
    if (fields.length > 0) {
      await installationTransaction(services.database, async (db) => {
        await updateProfile(db, user.id, changes);
        const subject = { type: 'users', id: user.id };
        const details = { fields: fields.join(' ') };
        await audit(db, { action: 'account.update', actorId: user.id, subject, request, details });
      });
    }
    return { data: await presentProfile(services, user.id) };
  },
});

export const profileRoutes = [read, edit];
