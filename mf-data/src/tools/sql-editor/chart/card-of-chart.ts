import { isMoment, type Breakout, type Column, type QueryResult } from '@headwater/shared/contract';
import type { Mark } from '@headwater/shared/ui/charts';
import { EACH, queryFor, type ChartBy } from '@headwater/shared/figures';
import type { ChosenColumns } from './result-chart.ts';

/**
 * Returns the kind, the mark, and the query of a card that draws a chart of a result from the table that has its rows.
 * Each row is one point, so sums are the values themselves.
 */
export function cardOfChart(
  { x, y, group }: ChosenColumns,
  shown: QueryResult,
  mark: Mark,
  columns: readonly Column[],
  zone: string,
) {
  const choice = {
    x: x === null ? null : byOf(x, shown.columns[0]?.grain ?? null, columns),
    y: { agg: 'sum' as const, column: y, currency: null },
    group: group === null ? null : { column: group, how: EACH },
    ...{ mark, compare: null },
  };
  const query = queryFor(choice, columns, [], zone);
  if (x === null || mark === 'number') return { kind: 'number' as const, query };
  if (mark === 'table') return { kind: 'table' as const, query };
  return { kind: 'query' as const, mark, query };
}

function byOf(name: string, grain: Breakout['grain'] | null, columns: readonly Column[]): ChartBy {
  const column = columns.find((one) => one.name === name);
  return { column: name, how: column && isMoment(column) ? (grain ?? 'day') : EACH };
}
