import { localeOf, type Language } from '../contract/ground/language.ts';

/** Returns the time zone of the browser. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns every time zone that the browser knows, sorted by name, and UTC, which some leave out. */
export function timeZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();
}

/** Returns the name as people write it: `America/New York`. */
export const readable = (zone: string) => zone.replaceAll('_', ' ');

/** Returns the current time there and its difference from UTC: `14:05 GMT+2`. */
export function clockIn(timeZone: string, language: Language, at: Date): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  return format.format(at);
}
