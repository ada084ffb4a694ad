import { localeOf, type Language } from '@headwater/shared/contract';

const OF_DAY: Record<Language, string> = { en: '', de: ' Uhr' };

/**
 * Returns a moment as a mail says it: `November 24, 2026, 09:00 (Europe/Berlin)`. The zone is named, because a mail is read
 * far from the workspace whose clock it is.
 */
export function momentIn(language: Language, zone: string, time: string): string {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: zone }).format(new Date(time));
  return `${write({ dateStyle: 'long' })}, ${write({ timeStyle: 'short' })}${OF_DAY[language]} (${zone})`;
}
