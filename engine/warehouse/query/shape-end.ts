import { Temporal } from 'temporal-polyfill';
import type { Query, QueryFilter } from '@headwater/shared/contract';
import { identifier } from '../sql/sql.ts';
import type { PageColumn } from '../sql/page-column.ts';
import { requestedRange, periodDay, type RequestedRange } from './requested-range.ts';
import { millisecondsOf, type Range } from './column-extent.ts';

type Calendar = Pick<Query, 'zone' | 'weekStart'>;

/** Up to when the rows of a table say what has happened. Days are texts of ISO 8601. */
export interface ShapeEnd {
  /** The last day of which something is known. */
  last: string;
  /** The first month that isn't over. */
  until: string;
  /** Between which moments a month without rows is known to have none, apart from those between two with rows. */
  spanned: RequestedRange;
}

/** When a version was read. */
export interface ReadAt {
  at: Date;
  /** Whether it has all rows that there were at its source then. */
  isWhole: boolean;
}

/**
 * Returns the first moment that rows of what has happened can't have, as SQL and in milliseconds: the day after the last
 * read. Dates and times without a zone may be those of any zone.
 */
export function firstUnread({ type }: PageColumn, { at }: ReadAt, { zone = 'UTC' }: Calendar) {
  const isInstant = type === 'TIMESTAMP WITH TIME ZONE';
  const next = dayAt(at, isInstant ? zone : LATEST_ZONE).add({ days: 1 });
  const begins = next.toZonedDateTime(isInstant ? zone : 'UTC').toInstant();
  const text = type === 'DATE' ? next.toString() : begins.toString().slice(0, isInstant ? undefined : -1);
  return { sql: `${type} '${text.replace('T', ' ')}'`, time: begins.epochMilliseconds };
}

/** Where days begin first. */
const LATEST_ZONE = '+14:00';

/**
 * Returns the end of what a table's rows say. A month is over if the table has a row on its last day or later, and was
 * last read after it. Of a range that is asked for, all months are over that were when all rows were read.
 *
 * @param known the first and the last moment that rows have, without those after the last read. Null without any.
 */
export function shapeEnd(
  { column, filter, calendar }: { column: PageColumn; filter: QueryFilter; calendar: Calendar },
  known: Range | null,
  read: ReadAt | undefined,
): ShapeEnd {
  const dayOf = (time: number) => Temporal.PlainDate.from(periodDay(column, time, 'day', calendar));
  const today = read && dayAt(read.at, calendar.zone ?? 'UTC');
  const asked = requestedRange(filter, column);
  const rowsEnd = known ? dayOf(known.max) : (today ?? EPOCH);
  const requestedEnd = asked.max === null ? null : dayOf(asked.max);
  const isSpanned = read?.isWhole === true && requestedEnd !== null;
  const last = earlier(rowsEnd, requestedEnd ?? rowsEnd);
  const over = (isSpanned ? requestedEnd : last).add({ days: 1 }).with({ day: 1 });
  const until = today ? earlier(over, today.with({ day: 1 })) : over;
  const lastOver = until.subtract({ days: 1 }).toZonedDateTime('UTC').epochMilliseconds;
  return {
    ...{ last: last.toString(), until: until.toString() },
    spanned: {
      min: isSpanned && asked.min !== null && asked.min < lastOver ? asked.min : null,
      max: lastOver,
    },
  };
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');
const dayAt = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
const earlier = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) <= 0 ? one : other;

/** Selects the least and the greatest moment before another one, in milliseconds. */
export const extentBefore = (from: string, column: PageColumn, before: string): string => {
  const name = identifier(column.name);
  const [least, greatest] = ['min', 'max'].map((limit) => millisecondsOf(`${limit}(${name})`, column));
  return `select ${least}, ${greatest} from ${from} where ${name} < ${before} and isfinite(${name})`;
};
