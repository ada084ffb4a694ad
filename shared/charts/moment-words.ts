/** A time with an offset behind it. */
const INSTANT = /:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/**
 * Returns a function that writes a moment as clocks of a zone show it, by default the runtime's own, year first and with
 * all digits of its second: `2026-11-21 12:04:31.000250`. What has no offset is no moment, and keeps its time.
 */
export function momentWords(zone?: string): (text: string) => string {
  // Swedish dates and times look like ISO 8601. Making one takes a millisecond.
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });
  formats.set(zone, format);
  return (text) => {
    const date = INSTANT.test(text) ? new Date(text) : null;
    if (date === null || Number.isNaN(date.getTime()))
      return text.replace(/^(\d{4}-\d\d-\d\d)T(?=\d\d:)/, '$1 ');
    return format.format(date) + (/[.]\d+/.exec(text)?.[0] ?? '');
  };
}
