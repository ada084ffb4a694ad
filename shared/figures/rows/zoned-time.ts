import { zoneOffset } from '@headwater/shared/contract';

/** Returns a moment as a clock in a time zone shows it, as date inputs write it: `2026-11-21T12:04:31`. */
export function clockTimeOf(iso: string, timeZone: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return '';
  // Swedish dates and times look like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return format.format(moment).replace(' ', 'T');
}

/**
 * Returns the moment at which a clock in a time zone shows this time, in UTC. A time that clocks skip is read as if they
 * didn't, and one that they repeat is its first.
 */
export function momentAt(clockTime: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${clockTime}Z`);
  if (Number.isNaN(asUtc)) return null;
  const DAY = 86_400_000;
  // The offsets before and after any change of the clocks at this time. The larger one gives the earlier moment.
  const offsets = [zoneOffset(asUtc - DAY, timeZone), zoneOffset(asUtc + DAY, timeZone)].sort(
    (one, other) => other - one,
  );
  const found = offsets
    .map((offset) => asUtc - offset)
    .find((time) => time + zoneOffset(time, timeZone) === asUtc);
  return new Date(found ?? asUtc - zoneOffset(asUtc - DAY, timeZone)).toISOString().replace('.000Z', 'Z');
}
