import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { AccessSources } from './access-sources.ts';
import type { Access } from './access.ts';
import type { Caller } from './caller.ts';
import type { Route } from './define-route.ts';
import type { ServiceAccountPrincipal } from './principal.ts';
import type { Services } from './services.ts';

interface TokenRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly route: Route;
  readonly services: Services;
  readonly sources: AccessSources;
}

/**
 * Determines which service account calls and whether it may. It has a reader's role, in its own workspace only, and
 * calls only routes that are open to service accounts with its rights.
 */
export async function authorizeToken(
  text: string,
  { request, reply, route, services, sources }: TokenRequest,
): Promise<Caller> {
  const { access } = route;
  const token = await sources.tokens.identify(text, request);
  const { principal, workspaceId } = token;
  sources.tokens.count(token, reply.raw);
  services.limits.spend('api', principal.id);
  if (access.kind === 'superuser') throw new Refusal('not_found');
  const { organizationId } = request.params as { organizationId?: string };
  const isInWorkspace = access.kind === 'member' || access.kind === 'service_account';
  if (isInWorkspace && organizationId !== workspaceId) throw new Refusal('not_found');
  const refusal = refusalFor(principal, access);
  if (refusal) {
    sources.recordDenial({ actorId: principal.id, workspaceId, route, request });
    throw refusal;
  }
  sources.tokens.hold(token, reply.raw);
  return {
    session: null,
    mayStill: () => sources.tokens.isUnchanged(token),
    workspace: {
      id: workspaceId,
      role: 'reader',
      principal,
      transaction: (work) => sources.tokens.transaction(token, work),
      select: (query) => sources.tokens.select(token, query),
    },
  };
}

function refusalFor({ rights }: ServiceAccountPrincipal, access: Access): Refusal | undefined {
  if (access.kind === 'service_account') return undefined;
  if (!('opensTo' in access)) return new Refusal('token_not_accepted');
  const right = access.opensTo;
  return rights.includes(right) ? undefined : new Refusal('token_right_missing', { values: { right } });
}
