import { Temporal } from 'temporal-polyfill';
import type { PeriodComparison, Query, QueryCondition } from '@headwater/shared/contract';
import type { Computed, EarlierPeriods } from '@headwater/warehouse';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { mergeComparison, type Rows } from './merge-comparison.ts';
import { earlierPeriod, type ComparedPeriod, type EarlierPeriod } from './earlier-period.ts';
import { earlierSeries } from './earlier-series.ts';

export type { ComparedPeriod } from './earlier-period.ts';

type TypedColumn = Pick<StreamColumn, 'name' | 'type'>;

interface Compared {
  readonly to: ComparedPeriod;
  readonly columns: readonly TypedColumn[];
  /** What the query has computed. */
  readonly result: Rows;
  readonly now?: Temporal.Instant;
}

/** Computes a query of an earlier period. `periods` are those of the current one, with their parts of the earlier. */
type Compute = (
  earlier: Query,
  periods?: Pick<EarlierPeriods, 'grain' | 'edges'>,
) => Promise<Pick<Computed, 'columns' | 'values' | 'rows'>>;

/** What a query has computed, with the same of an earlier period. */
interface WithComparison {
  readonly comparison: PeriodComparison;
  /** The result, which has rows more for what only the earlier period has. */
  readonly result: Rows;
}

const NOTHING = { value: null, from: null, through: null, until: null, isPart: false };

/** Computes a number, or one for each period, in an earlier period too, or says why there is none. */
export async function compareWith(
  query: Query,
  compared: Compared,
  compute: Compute,
): Promise<WithComparison> {
  const { to, result } = compared;
  const found =
    query.breakouts.length === 0
      ? await compareNumber(query, compared, compute)
      : await compareSeries(query, compared, compute);
  return typeof found === 'string' ? { comparison: { ...NOTHING, to, state: found }, result } : found;
}

async function compareNumber(
  query: Query,
  { to, columns, result, now }: Compared,
  compute: Compute,
): Promise<WithComparison | PeriodComparison['state']> {
  if (query.shape || result.columns[0]?.kind !== 'number') return 'not_one_number';
  const found = earlierQuery(query, to, columns, now);
  if (typeof found === 'string') return found;
  const { values } = await compute(found.query);
  const { from, through, until, isPart } = found.period;
  const value = values[0]?.[0] ?? null;
  return { comparison: { to, state: 'compared', value, from, through, until, isPart }, result };
}

async function compareSeries(
  query: Query,
  { to, columns, result, now = Temporal.Now.instant() }: Compared,
  compute: Compute,
): Promise<WithComparison | PeriodComparison['state']> {
  const { breakouts, weekStart = 'monday', zone = 'UTC' } = query;
  const grain = result.columns[0]?.grain ?? null;
  const isOverTime = grain !== null && breakouts.slice(1).every((one) => one.grain === undefined);
  if (query.shape || query.measures.length === 0 || !isOverTime) return 'not_over_time';
  const range = onlyRange(query);
  if (typeof range === 'string') return range;
  if (range.column !== breakouts[0]!.column) return 'other_time';
  const { type } = columns.find(({ name }) => name === range.column)!;
  if (type === 'TIMESTAMP WITH TIME ZONE' && (range.values[1] ?? 'UTC') !== zone) return 'other_zone';
  const series = earlierSeries(range, { to, grain, type, weekStart, now });
  if (series === null) return 'too_many_periods';
  const { parts, edges, from, through, until, isPart, current } = series;
  const { having: _having, sort: _sort, limit: _limit, totals: _totals, ...whole } = query;
  const earlier =
    parts.length === 0
      ? { columns: [], values: [], rows: 0 }
      : await compute(between(whole, range, series), { grain, edges });
  const beside = mergeComparison(query, result, earlier, parts);
  return {
    comparison: {
      ...{ to, state: 'compared', value: null, from, through, until, isPart },
      series: { current, ...beside.series },
    },
    result: beside.result,
  };
}

/** Returns a query over the period before its only range of time that moves with the clock, or why there is none. */
export function earlierQuery(
  query: Query,
  to: ComparedPeriod,
  columns: readonly TypedColumn[],
  now: Temporal.Instant = Temporal.Now.instant(),
): { query: Query; period: EarlierPeriod } | 'no_range' | 'several_ranges' {
  const range = onlyRange(query);
  if (typeof range === 'string') return range;
  const { type } = columns.find(({ name }) => name === range.column)!;
  const period = earlierPeriod(range, { to, type, weekStart: query.weekStart ?? 'monday', now });
  return { query: between(query, range, period), period };
}

/**
 * Returns a query's only range of time that moves with the clock. With other conditions on that column, or with ranges
 * elsewhere, there is no telling what the earlier period of all is.
 */
function onlyRange(query: Query): QueryCondition | 'no_range' | 'several_ranges' {
  const { filter = [] } = query;
  const all = [...filter.flat(), ...whereOf(query)];
  const [range, ...others] = all.filter(isRange);
  if (!range) return 'no_range';
  const isWhole = filter.some((group) => group.length === 1 && group[0] === range);
  const isAlone = all.every((one) => one === range || one.column !== range.column || isAboutNull(one));
  return !isWhole || others.length > 0 || !isAlone ? 'several_ranges' : range;
}

/** Returns a query with a period in the place of its range. */
function between(
  query: Query,
  range: QueryCondition,
  { begin, end }: Pick<EarlierPeriod, 'begin' | 'end'>,
): Query {
  const { filter = [] } = query;
  const { column } = range;
  const bounds: NonNullable<Query['filter']> = [
    [{ column, operator: 'greater_or_equal', values: [begin] }],
    [{ column, operator: 'less', values: [end] }],
  ];
  return {
    ...query,
    filter: filter.toSpliced(
      filter.findIndex(([one]) => one === range),
      1,
      ...bounds,
    ),
  };
}

const isRange = ({ operator }: QueryCondition) => operator === 'in_range';
const isAboutNull = ({ operator }: QueryCondition) => operator === 'is_null' || operator === 'is_not_null';

const whereOf = ({ measures }: Query): QueryCondition[] =>
  measures.flatMap((measure) => {
    if ('ratio' in measure) return measure.ratio.flatMap(({ where = [] }) => where.flat());
    return 'agg' in measure ? (measure.where ?? []).flat() : [];
  });
