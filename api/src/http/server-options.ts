import { LogController, type FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';
import { newId } from '../platform/database/ids.ts';
import type { Config } from '../platform/config/config.ts';
import { foreignText } from '@headwater/base/failures/foreign-text';
import { sendError } from './error-handler.ts';
import { refuseUnreadable } from './unreadable-request.ts';
import { redactUrl } from './request-log.ts';
import { setSecurityHeaders } from './security-headers.ts';

// Errors of libraries have connections, sockets, and more attached. A log needs only their
// message, code, and stack.
export const serializers = {
  req: ({ method, url }: { method: string; url: string }) => ({ method, url: redactUrl(url) }),
  err: ({ name, message, code, stack, cause }: Error & { code?: unknown }) => ({
    type: name,
    message: foreignText(message),
    code,
    stack: foreignText(stack ?? ''),
    ...(cause instanceof Error && { cause: foreignText(cause.message) }),
  }),
};

/** The upper limit for any request: 2 GB at 1 Mbit/s take 4.6 hours. Other bodies have less time (body-time.ts). */
const SLOWEST_UPLOAD_MS = 6 * 3_600_000;

/**
 * Returns the options for the server that hosts the API, whatever else it hosts:
 * `fastify(serverOptions(config))`.
 */
export function serverOptions(config: Config): FastifyHttpOptions<Server> {
  return {
    logger: {
      level: config.logLevel,
      serializers,
    },
    // The API's own hook logs one line per request. Fastify's two lines contain less.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId('req'),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply, config);
      sendError(error, request, reply);
    },
    forceCloseConnections: 'idle',
    // The API itself refuses requests that arrive while it stops, like all other refusals.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable(config),
    http: { headersTimeout: 20_000 },
    requestTimeout: SLOWEST_UPLOAD_MS,
    // A percent-encoded table name may be this long.
    routerOptions: { maxParamLength: 3000 },
  };
}
