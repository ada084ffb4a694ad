import type { Caller } from './caller.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import { networkOf } from '@headwater/shared/contract';
import { isId } from '../platform/database/ids.ts';
import type { AccessSources } from './access-sources.ts';
import { bearerToken, refuseTokenInUrl } from './bearer-token.ts';
import type { Permission } from './access.ts';
import { may } from './access.ts';
import {
  refuseOtherOrigin,
  requireCsrfToken,
  requireFormType,
  requireMediaType,
  requireOwnOrigin,
} from './csrf.ts';
import type { Route } from './define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { isFresh, principalOf, type CurrentSession } from './principal.ts';
import type { Workspace } from './route-context.ts';
import type { Services } from './services.ts';
import { sessionCookie } from './session-cookie.ts';
import { authorizeToken } from './authorize-token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/**
 * Determines who calls and whether they may, before the body is read, so that no one sends two gigabytes for
 * nothing. Throws a Refusal if they may not, and never sends a response itself.
 */
export async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  services: Services,
  sources: AccessSources,
): Promise<Caller> {
  refuseTokenInUrl(request);
  if (route.form) return authorizeForm(request, route, services);
  if (route.access.kind === 'service_account') refuseOtherOrigin(request, services.config);
  const token = bearerToken(request);
  // Routes for everyone work the same with a token as without.
  if (token !== undefined && route.access.kind !== 'anonymous') {
    refuseAmbiguous(request, services);
    if (route.method !== 'GET') requireMediaType(request, route);
    return authorizeToken(token, { request, reply, route, services, sources });
  }
  if (route.access.kind === 'service_account') throw new Refusal('token_required');
  const session = await findSession(request, route, services, sources);
  if (session === null || route.access.kind === 'anonymous') return { session };
  const { user } = session;
  const recordDenial = (workspaceId?: string) =>
    sources.recordDenial({ actorId: user.id, workspaceId, route, request });
  if (route.access.kind === 'superuser' && !user.isSuperuser) {
    // Counted to keep it from filling the audit, but never answered with a 429: an absent route has no limit.
    if (services.limits.count('api', user.id) === 0) recordDenial();
    throw new Refusal('not_found');
  }
  services.limits.spend('api', user.id);
  if (route.access.kind === 'superuser' && !isFresh(session)) throw new Refusal('reauthentication_required');
  if (route.access.kind === 'account' && user.demoEndsAt) throw new Refusal('demo_forbidden');
  const isLive = () => sources.sessions.isLive(session.firstId);
  if (route.access.kind !== 'member') return { session, user, mayStill: isLive };
  const { organizationId = '' } = request.params as { organizationId?: string };
  // Malformed IDs, absent IDs, and IDs of others can't be told apart.
  if (!isId('org', organizationId)) throw new Refusal('not_found');
  const { permission } = route.access;
  const right = { permission, onDenied: () => recordDenial(organizationId) };
  const mayStill = async () => {
    const role = await sources.memberships.find(organizationId, user.id);
    return role !== undefined && may(role, permission) && isLive();
  };
  return { session, workspace: await enterWorkspace(sources, session, organizationId, right), mayStill };
}

/** Whoever has the URL may send the form. What else a request contains is ignored, a session above all. */
function authorizeForm(request: FastifyRequest, route: Route, { limits }: Services): Caller {
  requireFormType(request);
  if (route.limit) limits.spend(route.limit, networkOf(request.ip));
  return { session: null };
}

/**
 * Returns the session of a request. Refuses forged requests, and those without a session if
 * the route requires one.
 */
async function findSession(
  request: FastifyRequest,
  route: Route,
  { config, keys, limits }: Services,
  { sessions }: AccessSources,
): Promise<CurrentSession | null> {
  const token = sessionCookie.read(request, config);
  refuseAmbiguous(request, { config });
  if (route.method !== 'GET') {
    requireMediaType(request, route);
    requireOwnOrigin(request, config);
  }
  // After the checks above, so that a page of another site can't use up the limit of the person who opens it.
  if (route.limit) limits.spend(route.limit, networkOf(request.ip));
  const session = token === undefined ? null : await sessions.find(token);
  if (session === null && route.access.kind !== 'anonymous') throw new Refusal('not_signed_in');
  if (session !== null && route.method !== 'GET') requireCsrfToken(request, keys, session.id);
  return session;
}

function refuseAmbiguous(request: FastifyRequest, { config }: Pick<Services, 'config'>): void {
  if (sessionCookie.read(request, config) !== undefined && request.headers.authorization !== undefined)
    throw new Refusal('credentials_ambiguous');
}

interface Right {
  readonly permission: Permission;
  onDenied(): void;
}

async function enterWorkspace(
  { memberships }: AccessSources,
  session: CurrentSession,
  id: string,
  right: Right,
): Promise<Workspace> {
  const { user } = session;
  const role = requirePermission(await memberships.find(id, user.id), right);
  return {
    id,
    role,
    principal: principalOf(session),
    transaction: (work) =>
      memberships.transaction(id, user.id, async (db, current) => {
        requirePermission(current, right);
        return work(db);
      }),
    select: async <Row>(query: RawBuilder<unknown>) => {
      const found = await memberships.select<Row>(id, user.id, query);
      requirePermission(found.role, right);
      return found.rows;
    },
  };
}

function requirePermission<R extends Parameters<typeof may>[0]>(
  role: R | undefined,
  { permission, onDenied }: Right,
): R {
  if (role === undefined) throw new Refusal('not_found');
  if (!may(role, permission)) {
    onDenied();
    throw new Refusal('permission_denied');
  }
  return role;
}
