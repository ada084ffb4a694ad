import { LogController, type FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';
import { newId } from '../platform/database/ids.ts';
import type { Config } from '../platform/config/config.ts';
import { answerError } from './error-handler.ts';
import { refuseUnreadable } from './unreadable-request.ts';
import { redactUrl } from './request-log.ts';
import { setSecurityHeaders } from './security-headers.ts';

// Errors of libraries hang their connections, sockets and what else on themselves; a log wants their words.
export const serializers = {
  req: ({ method, url }: { method: string; url: string }) => ({ method, url: redactUrl(url) }),
  err: ({ name, message, code, stack, cause }: Error & { code?: unknown }) => ({
    type: name,
    message,
    code,
    stack: stack ?? '',
    ...(cause instanceof Error && { cause: cause.message }),
  }),
};

/** A bound for everything: 2 GB at 1 Mbit/s take 4.6 hours. Other bodies have less time (body-time.ts). */
const SLOWEST_UPLOAD_MS = 6 * 3_600_000;

/** How the server that carries the API has to be made, whoever else it carries: `fastify(serverOptions(config))`. */
export function serverOptions(config: Config): FastifyHttpOptions<Server> {
  return {
    logger: {
      level: config.logLevel,
      serializers,
    },
    // One line a request, by the API's own hook; Fastify's two say less.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId('req'),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply, config);
      answerError(error, request, reply);
    },
    forceCloseConnections: 'idle',
    // The API refuses by itself what comes while it stops, as it refuses everything.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable(config),
    http: { headersTimeout: 20_000 },
    requestTimeout: SLOWEST_UPLOAD_MS,
    // A table's name may take this much, percent-encoded.
    routerOptions: { maxParamLength: 3000 },
  };
}
