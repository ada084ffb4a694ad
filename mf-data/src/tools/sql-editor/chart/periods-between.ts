import { isMoment, POINTS_MAX, type Column, type ResultColumn } from '@headwater/shared/contract';
import { nextPeriod } from '@headwater/shared/ui/charts';

type Grain = NonNullable<ResultColumn['grain']>;

/**
 * Returns the periods between the first and the last of a column's values that none of them begins, or nothing if they
 * begin no periods. The axis has room for them: what is far apart doesn't lie side by side.
 */
export function periodsBetween(
  column: Pick<Column, 'type'>,
  grain: ResultColumn['grain'],
  values: readonly (string | null)[],
): string[] {
  const known = values.filter((value) => value !== null);
  if (!isMoment(column) || grain === null || grain === 'minute' || known.length === 0) return [];
  const times = new Set(known.map(timeOf));
  const last = known.reduce((one, other) => (timeOf(other) > timeOf(one) ? other : one));
  let key: string | null = known.reduce((one, other) => (timeOf(other) < timeOf(one) ? other : one));
  const between: string[] = [];
  while ((key = nextPeriod(key, grain)) !== null && timeOf(key) < timeOf(last)) {
    if (!times.has(timeOf(key))) between.push(key);
    if (between.length + known.length > POINTS_MAX) return [];
  }
  return between;
}

/** Returns the period that all days begin, which are in their order. */
export function periodOfDays(days: readonly string[]): Grain {
  if (days.length < 2) return 'day';
  if (days.every((day) => day.slice(4, 10) === '-01-01')) return 'year';
  if (days.every((day) => day.slice(7, 10) === '-01')) {
    const isQuarter = days.length > 2 && days.every((day) => Number(day.slice(5, 7)) % 3 === 1);
    return isQuarter ? 'quarter' : 'month';
  }
  const weekdays = new Set(days.map((day) => Math.floor(timeOf(day.slice(0, 10)) / 86_400_000) % 7));
  return weekdays.size === 1 && new Set(days).size > 2 ? 'week' : 'day';
}

const timeOf = (text: string): number =>
  Date.parse(text.length === 10 || text.endsWith('Z') ? text : `${text}Z`);
