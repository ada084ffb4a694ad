import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { identity } from '../identity/index.ts';
import { mail } from '../../ground/mail/index.ts';
import { organizations } from '../organizations/index.ts';
import { invitationRoutes } from './invitations.routes.ts';
import { memberRoutes } from './members.routes.ts';

/** Who belongs to a workspace, in which role, and who is invited. */
export const members: ApiModule = {
  name: 'members',
  needs: [identity, auditing, mail, organizations],
  routes: [...memberRoutes, ...invitationRoutes],
};
