import { createHmac } from 'node:crypto';
import type { Canary } from './revision.ts';

/**
 * Whether a visitor gets the canary: always the same answer for one canary and percentage, and once yes, yes for
 * every larger one.
 */
export function isInCanary(key: Buffer, { id, percent }: Canary, visitorId: string): boolean {
  const draw = createHmac('sha256', key).update(`${id}:${visitorId}`).digest().readUInt32BE();
  return draw / 2 ** 32 < percent / 100;
}
