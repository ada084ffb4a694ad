import type { FastifyInstance } from 'fastify';

const SECRET_PARAMETERS = /([?&](?:code|state|token|password|key)=)[^&]*/gi;

const SERVICE_TOKENS = /hw_sa_\w+/g;

const SECRET_SEGMENTS = /(\/(?:invitations|report-unsubscriptions|shared|unsubscribe)\/)[^/?]+/;

/** Removes the codes and tokens that links contain from a URL. */
export function redactUrl(url: string): string {
  return url
    .replace(SECRET_PARAMETERS, '$1…')
    .replace(SECRET_SEGMENTS, '$1…')
    .replace(SERVICE_TOKENS, 'hw_sa_…');
}

/** Logs one line per request: who, what, and how it ended. Never bodies, cookies, or tokens. */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const { session, workspace } = request.caller ?? {};
    request.log.info(
      {
        method: request.method,
        url: redactUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        user: session?.user.id ?? workspace?.principal.id,
        workspace: workspace?.id,
      },
      'request',
    );
  });
}
