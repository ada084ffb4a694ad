import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/refusals/refusal.ts';
import type { AccessSources } from './access-sources.ts';
import type { Caller } from './authorize.ts';
import type { Route } from './define-route.ts';
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
  services.limits.spend('api', principal.id);
  if (access.kind === 'superuser') throw new Refusal('not_found');
  const { organizationId } = request.params as { organizationId?: string };
  if (access.kind === 'member' && organizationId !== workspaceId) throw new Refusal('not_found');
  if (!('opensTo' in access)) {
    sources.recordDenial({ actorId: principal.id, workspaceId, route, request });
    throw new Refusal('token_not_accepted');
  }
  const right = access.opensTo;
  if (!principal.rights.includes(right)) {
    sources.recordDenial({ actorId: principal.id, workspaceId, route, request });
    throw new Refusal('token_right_missing', { values: { right } });
  }
  sources.tokens.hold(token, reply.raw);
  return {
    session: null,
    workspace: {
      id: workspaceId,
      role: 'reader',
      principal,
      transaction: (work) => sources.tokens.transaction(token, work),
      select: (query) => sources.tokens.select(token, query),
    },
  };
}
