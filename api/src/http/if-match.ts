import type { FastifyRequest } from 'fastify';
import { requireTaken } from './define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

/** Returns the version that the caller has seen, from `If-Match: "3"` (or `3`). An edit without one gets a 428. */
export function expectedVersion(request: FastifyRequest): number {
  requireTaken(request, 'If-Match');
  const header = request.headers['if-match'];
  if (header === undefined) throw new Refusal('version_required', { parameter: 'If-Match' });
  const version = /^"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw new Refusal('if_match_invalid', { parameter: 'If-Match' });
  return Number(version);
}
