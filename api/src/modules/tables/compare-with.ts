import { Temporal } from 'temporal-polyfill';
import type { PeriodComparison, Query, QueryCondition } from '@headwater/shared/contract';
import type { Computed } from '../../engine/warehouse/index.ts';
import type { StreamColumn } from '../../engine/protocol/protocol.ts';
import { earlierPeriod, type ComparedPeriod, type EarlierPeriod } from './earlier-period.ts';

export type { ComparedPeriod } from './earlier-period.ts';

interface Compared {
  readonly to: ComparedPeriod;
  readonly columns: readonly Pick<StreamColumn, 'name' | 'type'>[];
  /** What the query has computed. */
  readonly result: Pick<Computed, 'columns'>;
}

/** Computes a number in an earlier period too, or says why there is none. */
export async function compareWith(
  query: Query,
  { to, columns, result }: Compared,
  compute: (earlier: Query) => Promise<Pick<Computed, 'values'>>,
): Promise<PeriodComparison> {
  const without = { to, value: null, from: null, through: null, until: null, isPart: false };
  const isOneNumber = !query.shape && query.breakouts.length === 0 && result.columns[0]?.kind === 'number';
  if (!isOneNumber) return { ...without, state: 'not_one_number' };
  const found = earlierQuery(query, to, columns);
  if (typeof found === 'string') return { ...without, state: found };
  const { values } = await compute(found.query);
  const { from, through, until, isPart } = found.period;
  return { to, state: 'compared', value: values[0]?.[0] ?? null, from, through, until, isPart };
}

/**
 * Returns a query over the period before its only range of time that moves with the clock. With other conditions on that
 * column, or with ranges elsewhere, there is no telling what the earlier period of all is.
 */
export function earlierQuery(
  query: Query,
  to: ComparedPeriod,
  columns: readonly Pick<StreamColumn, 'name' | 'type'>[],
  now: Temporal.Instant = Temporal.Now.instant(),
): { query: Query; period: EarlierPeriod } | 'no_range' | 'several_ranges' {
  const { filter = [], weekStart = 'monday' } = query;
  const all = [...filter.flat(), ...whereOf(query)];
  const [range, ...others] = all.filter(isRange);
  if (!range) return 'no_range';
  const at = filter.findIndex((group) => group.length === 1 && group[0] === range);
  const isAlone = all.every((one) => one === range || one.column !== range.column || isAboutNull(one));
  if (at < 0 || others.length > 0 || !isAlone) return 'several_ranges';
  const { type } = columns.find(({ name }) => name === range.column)!;
  const period = earlierPeriod(range, { to, type, weekStart, now });
  const { column } = range;
  const bounds: NonNullable<Query['filter']> = [
    [{ column, operator: 'greater_or_equal', values: [period.begin] }],
    [{ column, operator: 'less', values: [period.end] }],
  ];
  return { query: { ...query, filter: filter.toSpliced(at, 1, ...bounds) }, period };
}

const isRange = ({ operator }: QueryCondition) => operator === 'in_range';
const isAboutNull = ({ operator }: QueryCondition) => operator === 'is_null' || operator === 'is_not_null';

const whereOf = ({ measures }: Query): QueryCondition[] =>
  measures.flatMap((measure) => {
    if ('ratio' in measure) return measure.ratio.flatMap(({ where = [] }) => where.flat());
    return 'agg' in measure ? (measure.where ?? []).flat() : [];
  });
