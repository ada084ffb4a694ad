import { Temporal } from 'temporal-polyfill';
import { nextPeriod } from '@headwater/shared/charts';
import type { Column, Grain, Query } from '@headwater/shared/contract';
import { requestedRange, momentIn, periodDay, type Computed } from '@headwater/warehouse';

type Asked = Pick<Column, 'name' | 'type'>;

/**
 * Returns the periods of a result's first breakout of which its range has only a part, or which aren't over at the moment
 * up to which rows are known. Only the first period, the last one, and the one of that moment can be.
 */
export function partialPeriods(
  query: Query,
  columns: readonly Asked[],
  { columns: [time], values: [keys] }: Pick<Computed, 'columns' | 'values'>,
  knownUntil: Date,
): string[] {
  const grain = time?.grain ?? null;
  const column = columns.find(({ name }) => name === query.breakouts[0]?.column);
  const found = (keys ?? []).filter((key) => key !== null);
  if (query.shape || !column || grain === null || found.length === 0) return [];
  const { min, max } = requestedRange(query.filter ?? [], column);
  // A last day without a time is in the range as a whole.
  const end = max === null ? null : column.type === 'DATE' ? Math.floor(max / DAY) * DAY + DAY : max + 1;
  const known = momentIn(column, knownUntil, query);
  const begin = (key: string) => beginOf(key, column, query);
  const first = found.reduce((one, other) => (other < one ? other : one));
  const last = found.reduce((one, other) => (other > one ? other : one));
  const current = periodAt(column, known, grain, query);
  return [...new Set([first, last, ...found.filter((text) => text === current)])].filter((text) => {
    const next = nextPeriod(text, grain, query.zone);
    if (next === null) return false;
    const [from, to] = [begin(text), begin(next)];
    return (min !== null && from < min) || (end !== null && end < to) || (from <= known && known < to);
  });
}

const DAY = 86_400_000;

/** The period of a moment. Those within a day are told by their ends alone. */
const periodAt = (column: Asked, at: number, grain: Grain, query: Query): string | null =>
  grain === 'minute' || grain === 'hour' ? null : periodDay(column, at, grain, query);

/** Returns when a period begins, as the column has it. */
function beginOf(text: string, { type }: Asked, { zone = 'UTC' }: Query): number {
  if (text.length > 10) return Date.parse(text.endsWith('Z') ? text : `${text.replace(' ', 'T')}Z`);
  const day = Temporal.PlainDate.from(text);
  return day.toZonedDateTime(type === 'TIMESTAMP WITH TIME ZONE' ? zone : 'UTC').epochMilliseconds;
}
