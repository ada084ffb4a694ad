import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull } from '@headwater/base/disk/disk-room';
import { storeFault } from '../platform/database/store-fault.ts';
import { QueueClosed, QueueFull } from '@headwater/base/queue/fair-queue';
import { Refusal } from '@headwater/base/refusals/refusal';
import { errorDocument } from './error-document.ts';
import { statusOf } from './status-of.ts';

/** A slot is usually free again within seconds. */
const QUEUE_RETRY_SECONDS = 5;

/**
 * Turns any error into the one shape of error responses. Unexpected errors are logged, and no
 * one sees their text.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = refusalOf(error);
  const status = statusOf(known.kind);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (known.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfter)));
  const isForPrograms = request.routeOptions.config?.route?.access.kind === 'service_account';
  if (status === 401 && isForPrograms) reply.header('www-authenticate', 'Bearer');
  // The rest of the body is still arriving.
  if (status === 408) reply.header('connection', 'close');
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorDocument(known, request.id)));
}

/** Turns any error into a refusal with our messages: those of Fastify, queues, and the store into what they mean. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : translate(error as FastifyError);

function translate(error: FastifyError): Refusal {
  const cause = error;
  const fault = storeFault(error);
  if (fault) return new Refusal(fault, { cause, ...(fault === 'unavailable' && { retryAfter: 5 }) });
  if (isDiskFull(error)) return new Refusal('disk_full', { cause });
  if (error instanceof QueueFull) return queueFull(error);
  if (error instanceof QueueClosed) return new Refusal('unavailable', { cause, retryAfter: 5 });
  // The caller has left, so no one reads this, and it isn't our fault, so it isn't logged.
  if (error.name === 'AbortError') return new Refusal('request_malformed', { cause });
  if (error.statusCode === 413) return new Refusal('body_too_large', { cause });
  if (error.statusCode === 415)
    return new Refusal('media_type_unsupported', { cause, values: { expected: 'application/json' } });
  if (error.statusCode === 503) return new Refusal('unavailable', { cause, retryAfter: 5 });
  const isTheirs = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return new Refusal(isTheirs ? 'request_malformed' : 'internal_error', { cause });
}

function queueFull(cause: QueueFull): Refusal {
  const code = cause.reached === 'installation' ? 'installation_busy' : 'too_many_waiting';
  const seconds = QUEUE_RETRY_SECONDS;
  return new Refusal(code, { cause, retryAfter: seconds, values: { seconds } });
}
