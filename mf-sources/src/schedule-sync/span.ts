import { messages } from '../messages.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Returns a function that says a number of minutes in one unit: `30 minutes`, `6 hours`, `61 hours`, `5 days`. */
export function useSpan(): (minutes: number, daysFrom?: number) => string {
  const t = messages.use();
  return (minutes, daysFrom = 3 * DAY) => {
    if (minutes === 0 || (minutes % HOUR !== 0 && minutes < 3 * HOUR))
      return t('span.minutes', { count: Math.round(minutes) });
    if (minutes <= daysFrom) return t('span.hours', { count: Math.round(minutes / HOUR) });
    return t('span.days', { count: Math.round(minutes / DAY) });
  };
}
