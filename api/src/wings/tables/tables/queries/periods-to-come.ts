import { nextPeriod } from '@headwater/shared/charts';
import type { Column, Query, QueryResult } from '@headwater/shared/contract';
import { requestedRange, momentIn, periodDay, type Computed } from '@headwater/warehouse';

/** More periods have hardly room on an axis. */
const MOST = 1_000;

/** Whether a query asks for the periods of a range of time, which may go on after the last read. */
export function spansPeriods({ breakouts, filter = [], shape }: Query): boolean {
  if (shape) return false;
  const names = new Set(breakouts.flatMap(({ column, grain }) => (grain === undefined ? [] : [column])));
  return filter.some(([one, ...others]) => others.length === 0 && one !== undefined && names.has(one.column));
}

/**
 * Returns the periods of a query's range that begin after its result, because the table was last read before them, and
 * that moment if a whole period has begun since. Null if there are none. Only periods of days and longer are.
 */
export function periodsToCome(
  query: Query,
  columns: readonly Column[],
  { columns: [first], values, rows }: Pick<Computed, 'columns' | 'values' | 'rows'>,
  knownUntil: Date,
  now = new Date(),
): QueryResult['later'] | null {
  const [breakout] = query.breakouts;
  const grain = first?.grain ?? null;
  const column = columns.find(({ name }) => name === breakout?.column);
  if (!column || grain === null || grain === 'hour' || grain === 'minute' || rows === 0) return null;
  const { max } = requestedRange(query.filter ?? [], column);
  if (max === null) return null;
  const last = periodDay(column, max, grain, query);
  const known = periodDay(column, momentIn(column, knownUntil, query), grain, query);
  const begun = periodDay(column, Math.min(momentIn(column, now, query), max), grain, query);
  const shown = values[0]!.reduce<string>((latest, key) => (key !== null && key > latest ? key : latest), '');
  const keys: string[] = [];
  for (let key = nextPeriod(shown, grain); key !== null && key <= last; key = nextPeriod(key, grain)) {
    if (keys.length === MOST) return null;
    keys.push(key);
  }
  const isBehind = known < begun;
  return keys.length === 0 && !isBehind ? null : { keys, since: isBehind ? knownUntil.toISOString() : null };
}
