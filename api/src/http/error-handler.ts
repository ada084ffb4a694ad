import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { storeFault } from '../platform/database/store-fault.ts';
import { QueueClosed, QueueFull } from '../platform/queue/fair-queue.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import { errorDocument } from './error-document.ts';
import { statusOf } from './status-of.ts';

/** A slot is free again within seconds, as a rule. */
const QUEUE_RETRY_SECONDS = 5;

/** Turns whatever was thrown into the one shape of errors. What we did not foresee is logged and told nobody. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof Refusal ? error : translate(error as FastifyError);
  const status = statusOf(known.kind);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (known.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfter)));
  // The rest of the body is still coming.
  if (status === 408) reply.header('connection', 'close');
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorDocument(known, request.id)));
}

/** Fastify's own refusals and the store's, in our catalogue's words. */
function translate(error: FastifyError): Refusal {
  const cause = error;
  const fault = storeFault(error);
  if (fault) return new Refusal(fault, { cause, ...(fault === 'unavailable' && { retryAfter: 5 }) });
  if (error instanceof QueueFull) return queueFull(error);
  if (error instanceof QueueClosed) return new Refusal('unavailable', { cause, retryAfter: 5 });
  // Whoever asked has left: nobody reads this, and it is no fault of ours to be recorded.
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
