import { Temporal } from 'temporal-polyfill';

/** What a zone's clocks show from a moment on, compared with UTC. The first one also holds for all moments before. */
export interface ZoneOffset {
  /** In microseconds since 1970. */
  from: number;
  seconds: number;
}

/** Clocks of earlier and later years are taken to be those of these. */
const FIRST_YEAR = Date.UTC(1850);
const LAST_YEAR = Date.UTC(2200);

/**
 * Returns a zone's offsets from UTC between two moments, in milliseconds since 1970. With them, the engine computes local
 * times by adding constants, which is several times as fast as its own conversion.
 */
export function offsetsIn(zone: string, first: number, last: number): ZoneOffset[] {
  const within = (time: number) => Math.min(Math.max(Math.floor(time), FIRST_YEAR), LAST_YEAR);
  let at = Temporal.Instant.fromEpochMilliseconds(within(first)).toZonedDateTimeISO(zone);
  const offsets: ZoneOffset[] = [offsetAt(at)];
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds > within(last)) return offsets;
    at = next;
    const offset = offsetAt(at);
    if (offset.seconds !== offsets.at(-1)!.seconds) offsets.push(offset);
  }
}

const offsetAt = (at: Temporal.ZonedDateTime): ZoneOffset => ({
  from: at.epochMilliseconds * 1_000,
  seconds: Math.round(at.offsetNanoseconds / 1e9),
});
