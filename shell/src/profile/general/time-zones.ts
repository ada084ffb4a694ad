/** The zone of the browser itself. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every zone that the browser knows, by name: some leave out UTC. */
export function timeZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();
}

/** As people write it: `America/New York`. */
export const readable = (zone: string) => zone.replaceAll('_', ' ');

/** What the clock shows there and how far it is from UTC: `14:05 GMT+2`. */
export function clockIn(timeZone: string, language: string, at: Date): string {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  return format.format(at);
}
