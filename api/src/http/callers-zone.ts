import type { FastifyRequest } from 'fastify';
import { isTimeZone } from '@headwater/shared/contract';
import { requireTaken } from './define-route.ts';

/** Returns the time zone that the caller says to be in, or null. What it asks for doesn't depend on it. */
export function callersZone(request: FastifyRequest): string | null {
  requireTaken(request, 'Time-Zone');
  const zone = request.headers['time-zone'];
  return typeof zone === 'string' && isTimeZone(zone) ? zone : null;
}
