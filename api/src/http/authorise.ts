import type { FastifyRequest } from 'fastify';
import { isId } from '../db/ids.ts';
import type { Services } from '../services.ts';
import type { Permission } from './access.ts';
import { may } from './access.ts';
import { requireCsrfToken, requireMediaType, requireOwnOrigin } from './csrf.ts';
import type { Route } from './define-route.ts';
import { HttpError } from './http-error.ts';
import type { CurrentSession, User, Workspace } from './route-context.ts';
import { sessionCookie } from './session-cookie.ts';

export interface Caller {
  readonly session: CurrentSession | null;
  readonly user?: User;
  readonly workspace?: Workspace;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/**
 * Who calls, and whether they may: before the body is read, so that nobody sends two gigabytes for nothing.
 * Throws; never answers by itself.
 */
export async function authorise(request: FastifyRequest, route: Route, services: Services): Promise<Caller> {
  const { config, keys, sessions } = services;
  const token = sessionCookie(request, config);
  if (token !== undefined && request.headers.authorization !== undefined)
    throw new HttpError('credentials_ambiguous');
  if (route.method !== 'GET') {
    requireMediaType(request, route);
    requireOwnOrigin(request, config);
  }
  const session = token === undefined ? null : await sessions.find(token);
  if (session === null && route.access.kind !== 'anonymous') throw new HttpError('not_signed_in');
  if (session !== null && route.method !== 'GET') requireCsrfToken(request, keys, session.id);
  if (session === null || route.access.kind === 'anonymous') return { session };
  if (route.access.kind === 'superuser' && !session.user.isSuperuser) throw new HttpError('not_found');
  services.limits.spend('api', session.user.id);
  if (route.access.kind !== 'member') return { session, user: session.user };
  const { organizationId = '' } = request.params as { organizationId?: string };
  const workspace = await enterWorkspace(services, session.user, organizationId, route.access.permission);
  return { session, user: session.user, workspace };
}

async function enterWorkspace(
  services: Services,
  user: User,
  id: string,
  permission: Permission,
): Promise<Workspace> {
  // Malformed, absent and somebody else's can't be told apart.
  if (!isId('org', id)) throw new HttpError('not_found');
  const { memberships } = services;
  const role = requirePermission(await memberships.find(id, user.id), permission);
  return {
    id,
    role,
    userId: user.id,
    transaction: (work) =>
      memberships.transaction(id, user.id, async (db, current) => {
        requirePermission(current, permission);
        return work(db);
      }),
  };
}

function requirePermission<R extends Parameters<typeof may>[0]>(
  role: R | undefined,
  permission: Permission,
): R {
  if (role === undefined) throw new HttpError('not_found');
  if (!may(role, permission)) throw new HttpError('permission_denied');
  return role;
}
