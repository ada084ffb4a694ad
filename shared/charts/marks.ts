import { CHART_MARKS } from '../contract/index.ts';
import type { ChartData } from './chart-data.ts';

export const MARKS = CHART_MARKS;
export type Mark = (typeof MARKS)[number];

/** Whether a mark can show something, or why it can't. */
export type MarkFit =
  | 'fits'
  | 'needs_x'
  | 'needs_no_x'
  | 'needs_group'
  | 'needs_no_group'
  | 'needs_order'
  | 'no_stack'
  | 'too_many'
  | 'negative';

/** More columns are hardly wider than the gaps between them. */
const READABLE_COLUMNS = 24;
const MOST_SLICES = 12;
const MOST_BARS = 200;
/** Of periods and ranges, whose columns may be as narrow as a pixel. */
const MOST_COLUMNS = 1_000;
const MOST_CELLS = 60;

type Shape = Pick<ChartData, 'x' | 'group' | 'keys' | 'series'> & Partial<Pick<ChartData, 'measure'>>;

/** Whether values lie in an order that a line can follow. Of numbers by how important they are, it can't. */
const isOrdered = ({ x, keys }: Shape) =>
  x !== null &&
  (x.grain !== null ||
    x.width !== null ||
    x.kind === 'date' ||
    x.kind === 'timestamp' ||
    (x.kind === 'number' && isAscending(keys)));

function isAscending(keys: Shape['keys']): boolean {
  const numbers = keys.flatMap(({ text, isOther }) => (text === null || isOther ? [] : [Number(text)]));
  return numbers.every((number, at) => at === 0 || number >= numbers[at - 1]!);
}

/** Returns whether a mark can show an earlier period beside the current one. */
export const showsEarlier = (mark: Mark): boolean => mark === 'line' || mark === 'area' || mark === 'columns';

/**
 * Returns whether a mark can show the data. `hasSums` says whether sums of the values mean something, as they don't either
 * of amounts in several currencies.
 */
export function fitOf(mark: Mark, data: Shape, hasSums: boolean): MarkFit {
  const isAdditive = hasSums && data.measure?.mixed !== true;
  if (mark === 'table') return 'fits';
  if (mark === 'number') return data.x === null ? 'fits' : 'needs_no_x';
  if (data.x === null) return 'needs_x';
  const isStacked = data.series.length > 1;
  switch (mark) {
    case 'line':
    case 'points':
      return isOrdered(data) ? 'fits' : 'needs_order';
    case 'area':
      if (!isOrdered(data)) return 'needs_order';
      return isStacked && !isAdditive ? 'no_stack' : 'fits';
    case 'columns':
    case 'bars':
      if (isStacked && !isAdditive) return 'no_stack';
      return data.keys.length > (mark === 'columns' && isOrdered(data) ? MOST_COLUMNS : MOST_BARS)
        ? 'too_many'
        : 'fits';
    case 'pie':
      if (!isAdditive) return 'no_stack';
      if (isStacked) return 'needs_no_group';
      if (data.keys.length > MOST_SLICES) return 'too_many';
      return data.series.some(({ values }) => values.some((value) => (value ?? 0) < 0)) ? 'negative' : 'fits';
    case 'heatmap':
      if (data.group === null) return 'needs_group';
      return data.keys.length > MOST_CELLS || data.series.length > MOST_CELLS ? 'too_many' : 'fits';
  }
}

/** Returns the mark that shows the data best. */
export function autoMark(data: Shape, isAdditive: boolean): Mark {
  if (data.x === null) return 'number';
  const best: readonly Mark[] =
    data.x.grain !== null
      ? data.keys.length > READABLE_COLUMNS
        ? ['line']
        : ['columns', 'line']
      : data.x.width !== null
        ? ['columns', 'line']
        : isOrdered(data)
          ? ['points']
          : data.group !== null
            ? ['heatmap', 'bars']
            : ['bars', 'columns'];
  return best.find((mark) => fitOf(mark, data, isAdditive) === 'fits') ?? 'table';
}
