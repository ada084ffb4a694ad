import { createHmac } from 'node:crypto';
import type { Canary } from './revision.ts';

/**
 * Returns whether a visitor gets the canary. The result is always the same for one canary and percentage, and
 * once true, it is true for every larger percentage.
 */
export function isInCanary(key: Buffer, { id, percent }: Canary, visitorId: string): boolean {
  const draw = createHmac('sha256', key).update(`${id}:${visitorId}`).digest().readUInt32BE();
  return draw / 2 ** 32 < percent / 100;
}
