const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns how much more than UTC a zone's clocks show at a moment, in milliseconds. NaN outside of the years 1000 to 9999. */
export function zoneOffset(time: number, timeZone: string): number {
  // Swedish dates and times look like ISO 8601.
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  clocks.set(timeZone, clock);
  const seconds = Math.floor(time / 1_000) * 1_000;
  return Date.parse(`${clock.format(seconds).replace(' ', 'T')}Z`) - seconds;
}
