import { Temporal } from 'temporal-polyfill';
import type { QueryCondition } from '@headwater/shared/contract';
import { intervalText } from './interval.ts';

/**
 * Returns a condition on a column of days or moments in values that the column has, whichever of the two people compare
 * it with. A day has all of its moments by the clock of the zone, so "until November 1" has what happened that evening. A
 * column of days is compared by the day that a moment is on, or by where the day begins.
 */
export function inValuesOf(condition: QueryCondition, type: string, zone: string): QueryCondition {
  return type === 'DATE' ? onDays(condition, zone) : onMoments(condition, type, zone);
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

function onMoments(condition: QueryCondition, type: string, zone: string): QueryCondition {
  const { operator, values } = condition;
  const begin = (text: string) => beginningOf(Temporal.PlainDate.from(text), type, zone);
  const end = (text: string) => beginningOf(Temporal.PlainDate.from(text).add({ days: 1 }), type, zone);
  const [value = ''] = values;
  switch (operator) {
    case 'less':
    case 'greater_or_equal':
      return { ...condition, values: [isDay(value) ? begin(value) : momentText(value, type, zone)] };
    case 'less_or_equal':
      return isDay(value)
        ? { ...condition, operator: 'less', values: [end(value)] }
        : { ...condition, values: [momentText(value, type, zone)] };
    case 'greater':
      return isDay(value)
        ? { ...condition, operator: 'greater_or_equal', values: [end(value)] }
        : { ...condition, values: [momentText(value, type, zone)] };
    case 'equals':
    case 'not_equals':
    case 'one_of':
    case 'none_of': {
      const known = values.map((text) =>
        isDay(text) ? intervalText(begin(text), end(text)) : momentText(text, type, zone),
      );
      if (!values.some(isDay)) return { ...condition, values: known };
      const isNegated = operator === 'not_equals' || operator === 'none_of';
      return { ...condition, operator: isNegated ? 'none_of' : 'one_of', values: known };
    }
    default:
      return condition;
  }
}

function onDays(condition: QueryCondition, zone: string): QueryCondition {
  const { operator, values } = condition;
  const local = values.map((text) => (isDay(text) || !isInCalendar(text) ? null : localTime(text, zone)));
  if (local.every((time) => time === null)) return condition;
  const days = values.map((text, at) => local[at]?.toPlainDate().toString() ?? text);
  const isMidnight = local[0]?.toPlainTime().equals(Temporal.PlainTime.from('00:00')) ?? true;
  // A day begins before all of its other moments.
  if (operator === 'less' && !isMidnight) return { ...condition, operator: 'less_or_equal', values: days };
  if (operator === 'greater_or_equal' && !isMidnight)
    return { ...condition, operator: 'greater', values: days };
  return { ...condition, values: days };
}

const HAS_OFFSET = /(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** Whether a value is in a year of a calendar. Others are infinite, or so far off that they're compared as they are. */
const isInCalendar = (text: string) => /^\d{4}-[^B]*$/.test(text);

/** Returns a moment as a clock of the zone shows it. Without an offset, it is such a time already. */
const localTime = (text: string, zone: string): Temporal.PlainDateTime =>
  hasOffset(text)
    ? Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDateTime()
    : Temporal.PlainDateTime.from(text);

/** The offset comes behind a time, and a day ends like one. */
const hasOffset = (text: string) => HAS_OFFSET.test(text.slice('2026-01-01'.length));

/** Returns a moment as the column has it: with an offset, or as the zone's clock shows it. */
function momentText(text: string, type: string, zone: string): string {
  if (!isInCalendar(text) || hasOffset(text) === (type === 'TIMESTAMP WITH TIME ZONE')) return text;
  return type === 'TIMESTAMP'
    ? localTime(text, zone).toString()
    : Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant().toString();
}

/** Returns the beginning of a day as a value of a type. Where clocks skip midnight, the day begins later. */
export function beginningOf(day: Temporal.PlainDate, type: string, zone: string): string {
  if (type === 'DATE') return day.toString();
  if (type === 'TIMESTAMP') return `${day.toString()}T00:00:00`;
  return day.toZonedDateTime(zone).toInstant().toString();
}
