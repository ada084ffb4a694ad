import type { Column, ComputedCard, Query } from '@headwater/shared/contract';
import { EACH, queryFor, type ChartBy, type ChartChoice } from '../chart/chart-address.ts';

/**
 * Returns a card's chart as the builder has it. Null if its query says more than the builder can, which it would then
 * lose.
 */
export function choiceOfCard(card: ComputedCard, columns: readonly Column[]): ChartChoice | null {
  const { query } = card;
  const [measure] = query.measures;
  if (!measure || 'calc' in measure) return null;
  const [x, group] = query.breakouts.map((breakout): ChartBy => {
    const count = breakout.bins ?? breakout.top?.n;
    return { column: breakout.column, how: breakout.grain ?? (count === undefined ? EACH : String(count)) };
  });
  const choice: ChartChoice = {
    ...{ x: x ?? null, group: group ?? null },
    y:
      'agg' in measure && !measure.where
        ? { agg: measure.agg, column: measure.column ?? null, currency: measure.currency ?? null }
        : { agg: 'count', column: null, currency: null, kept: measure },
    ...{ mark: card.kind === 'query' ? card.mark : card.kind, compare: card.compare ?? null },
  };
  const again = queryFor(choice, columns, query.filter ?? [], query.zone ?? 'UTC');
  return isEqual(keepingOthers(again, query), query) ? choice : null;
}

/** Returns a query of the builder with the name that another one's measure has, if it's the same. */
export function keepingMeasure(query: Query, former: Query): Query {
  const [next, was] = [query.measures[0], former.measures[0]];
  if (!next || !was || !('agg' in next) || !('agg' in was)) return query;
  const isSame =
    next.agg === was.agg &&
    next.column === was.column &&
    JSON.stringify(next.where) === JSON.stringify(was.where);
  const isTaken = query.breakouts.some(({ as }) => as.toLowerCase() === was.as.toLowerCase());
  return isSame && !isTaken ? { ...query, measures: [{ ...next, as: was.as }] } : query;
}

/**
 * Returns a query of the builder with what another one has beyond it: its further measures, and how its rows are sorted
 * and limited. They follow the first measure and the groups by whatever names these have now.
 */
export function keepingOthers(query: Query, former: Query): Query {
  const next = keepingMeasure(query, former);
  const names = new Map<string, string>();
  former.breakouts.forEach(({ as, column }, at) => {
    const now = next.breakouts[at];
    if (now?.column === column) names.set(as, now.as);
  });
  const [first, ...others] = former.measures;
  if (first && next.measures[0]) names.set(first.as, next.measures[0].as);
  const taken = new Set([...next.breakouts, ...next.measures].map(({ as }) => as.toLowerCase()));
  const kept = others.filter(({ as }) => !taken.has(as.toLowerCase()));
  for (const { as } of kept) names.set(as, as);
  const measures = kept.flatMap((one): Query['measures'] => {
    if (!('calc' in one)) return [one];
    const of = names.get(one.of);
    return of === undefined ? [] : [{ ...one, of }];
  });
  const sort = former.sort
    ?.filter(({ by }) => names.has(by))
    .map((key) => ({ ...key, by: names.get(key.by)! }));
  const having = former.having
    ?.filter(({ measure }) => names.has(measure))
    .map((one) => ({ ...one, measure: names.get(one.measure)! }));
  return {
    ...next,
    measures: [...next.measures, ...measures],
    ...(sort && sort.length > 0 && { sort }),
    ...(having && having.length > 0 && { having }),
    ...(former.limit !== undefined && { limit: former.limit }),
    ...(former.totals !== undefined && { totals: former.totals }),
    ...(former.weekStart !== undefined && { weekStart: former.weekStart }),
  };
}

/** Returns what of a card follows from the builder: without a column on X it is a number. */
export function kindFor({ x, mark }: ChartChoice) {
  if (mark === 'table') return { kind: 'table' as const };
  return x === null
    ? { kind: 'number' as const }
    : { kind: 'query' as const, mark: mark === 'number' ? null : mark };
}

function isEqual(one: Query, other: Query): boolean {
  const plain = ({ filter = [], zone = 'UTC', ...rest }: Query) =>
    JSON.stringify(sorted({ ...rest, filter, zone }));
  return plain(one) === plain(other);
}

/** Returns the same with the keys of all objects in order, which JSON doesn't promise. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
