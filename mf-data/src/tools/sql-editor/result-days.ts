import type { SqlRunAttributes } from '@headwater/shared/contract';
import { clockTimeOf } from '@headwater/shared/figures';

type Result = Pick<SqlRunAttributes, 'columns' | 'rows' | 'zone'>;

/** A day, or its beginning. */
export const DAY = /^\d{4}-\d\d-\d\d([ T]00:00:00(\.0+)?)?$/;

/**
 * Returns a result in which columns of moments that are all at midnight have days, by the clock of the zone in which the
 * statement ran: `date_trunc('month', …)` returns moments, but means a month.
 */
export function withDays<Given extends Result>(result: Given): Given {
  const days = result.columns.map(({ kind, type }, at) =>
    kind === 'timestamp' ? daysIn(result, at, /zone/i.test(type)) : null,
  );
  if (days.every((one) => one === null)) return result;
  return {
    ...result,
    columns: result.columns.map((column, at) =>
      days[at] ? { ...column, kind: 'date' as const, type: 'DATE' } : column,
    ),
    rows: result.rows.map((row, number) => row.map((value, at) => (days[at] ? days[at][number]! : value))),
  };
}

/** Returns the days of a column, or null if it has none, or other times. */
function daysIn({ rows, zone }: Result, at: number, isInstant: boolean): (string | null)[] | null {
  const days: (string | null)[] = [];
  for (const row of rows) {
    const value = row[at] ?? null;
    const local = value === null || !isInstant ? value : clockTimeOf(value, zone);
    if (local !== null && !DAY.test(local)) return null;
    days.push(local && local.slice(0, 10));
  }
  return days.some((day) => day !== null) ? days : null;
}
