import type { SessionResource } from '@headwater/shared/contract';
import { csrfToken } from '../../../http/csrf.ts';
import type { User } from '../../../http/principal.ts';
import type { Services } from '../../../http/services.ts';

/** Presents a session to its own browser, with the workspaces that it opens. */
export async function presentSession(services: Services, id: string, user: User): Promise<SessionResource> {
  const organizations = await services.memberships.listOf(user.id);
  return {
    type: 'sessions',
    id,
    attributes: {
      csrfToken: csrfToken(services.keys, id),
      isSuperuser: user.isSuperuser,
      email: user.email,
      name: user.name,
      language: user.language,
      theme: user.theme,
      timeZone: user.timeZone,
      demoEndsAt: user.demoEndsAt?.toISOString() ?? null,
      organizations: organizations.map(({ id: organizationId, createdAt: _createdAt, ...organization }) => ({
        organizationId,
        ...organization,
      })),
    },
  };
}
