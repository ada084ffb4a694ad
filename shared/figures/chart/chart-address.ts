import {
  AGGREGATES,
  COMPARED_PERIODS,
  GRAINS,
  isAggregable,
  isGroupable,
  isMoment,
  isNumeric,
  usualName,
  type Aggregate,
  type Breakout,
  type Column,
  type Measure,
  type PeriodComparison,
  type Query,
  type QueryFilter,
} from '@headwater/shared/contract';
import { MARKS, type Mark } from '@headwater/shared/ui/charts';

/** A column that rows are grouped by, and how, as the URL has it: a period, a number of ranges or values, or each value. */
export interface ChartBy {
  column: string;
  how: string;
}

/** What is computed of which column, without which rows are counted. */
export interface ChartMeasure {
  agg: Aggregate['agg'];
  column: string | null;
  /** Of amounts: the column that has their currency. */
  currency: string | null;
  /** What a card measures that isn't one aggregate, such as a ratio. It stays until something else is chosen. */
  kept?: Measure;
}

/**
 * What a chart shows, as in the page's URL:
 * `x=placed_at:week&y=sum:total:currency&group=country:5&mark=area&compare=previous`.
 */
export interface ChartChoice {
  x: ChartBy | null;
  y: ChartMeasure;
  group: ChartBy | null;
  /** Null for the mark that fits best. */
  mark: Mark | null;
  /** The earlier period that it's compared with. */
  compare: PeriodComparison['to'] | null;
}

export const EACH = 'each';
const RANGES = ['10', '20', '50'] as const;
export const TOPS = ['5', '12', '25', '50'] as const;
const GROUPS_SHOWN = '5';

/** Returns the ways in which rows can be grouped by a column, the usual one first. */
export function waysOf(column: Pick<Column, 'type'>): readonly string[] {
  if (isMoment(column))
    return GRAINS.filter((grain) => column.type !== 'DATE' || (grain !== 'minute' && grain !== 'hour'));
  if (isNumeric(column)) return ['20', ...RANGES.filter((count) => count !== '20'), EACH];
  if (column.type === 'BOOLEAN') return [EACH];
  return ['12', ...TOPS.filter((count) => count !== '12'), EACH];
}

/** Returns the columns that rows can be grouped by. */
export const groupColumns = (columns: readonly Column[]) => columns.filter(isGroupable);

/** Returns the columns that colors can stand for. */
export const colorColumns = (columns: readonly Column[]) =>
  columns.filter((column) => isGroupable(column) && !isMoment(column));

/** Returns what can be computed of a column. */
export const aggregatesOf = (column: Pick<Column, 'type'>): readonly Aggregate['agg'][] =>
  AGGREGATES.filter(
    (agg) => isAggregable(agg, column) && !(isMoment(column) && (agg === 'min' || agg === 'max')),
  );

/** Returns the chart in a URL. Without an x axis, it's the number of rows over time, or by the first column that fits. */
export function chartIn(query: URLSearchParams, columns: readonly Column[]): ChartChoice {
  const [agg = '', column = null, currency = null] = partsOf(query.get('y') ?? 'count');
  const mark = MARKS.find((one) => one === query.get('mark')) ?? null;
  return {
    x: query.has('x') ? byIn(query.get('x')!, columns) : firstBy(columns),
    y: measured({ agg: AGGREGATES.find((one) => one === agg) ?? 'count', column, currency }),
    group: byIn(query.get('group') ?? '', columns, GROUPS_SHOWN),
    mark,
    compare: COMPARED_PERIODS.find((one) => one === query.get('compare')) ?? null,
  };
}

function byIn(text: string, columns: readonly Column[], usual?: string): ChartBy | null {
  const [column = '', how] = partsOf(text);
  if (column === '') return null;
  const known = columns.find(({ name }) => name === column);
  return { column, how: how ?? usual ?? (known ? waysOf(known)[0]! : EACH) };
}

function firstBy(columns: readonly Column[]): ChartBy | null {
  const column =
    columns.find((one) => isMoment(one) && !one.name.startsWith('_')) ??
    columns.find(({ kind }) => kind === 'text' || kind === 'boolean') ??
    groupColumns(columns)[0];
  return column ? { column: column.name, how: waysOf(column)[0]! } : null;
}

/** Returns the URL's query for another chart of the same rows. */
export function withChart(
  query: URLSearchParams,
  { x, y, group, mark, compare }: ChartChoice,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, text: string | null) =>
    text === null ? next.delete(name) : next.set(name, text);
  set('x', x ? textOf(x.column, x.how) : '');
  set('y', textOf(...[y.agg, y.column, y.currency].filter((part) => part !== null)));
  set('group', group && x ? textOf(group.column, group.how) : null);
  set('mark', mark);
  set('compare', compare);
  return next;
}

/** Returns the URL's query without a chart, which then is the usual one. */
export function withoutChart(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ['x', 'y', 'group', 'mark', 'compare', 'filter']) next.delete(name);
  return next;
}

const textOf = (...parts: string[]) => parts.map(encodeURIComponent).join(':');

function partsOf(text: string): string[] {
  try {
    return text.split(':').map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** Returns the query whose result a chart shows. */
export function queryFor(
  { x, y, group }: ChartChoice,
  columns: readonly Column[],
  filter: QueryFilter,
  zone: string,
): Query {
  const taken = new Set<string>();
  const named = (name: string): string => {
    const isTaken = taken.has(name.toLowerCase());
    if (!isTaken) taken.add(name.toLowerCase());
    return isTaken ? named(`${name} (2)`) : name;
  };
  const breakouts = [x, x && group].flatMap((by, at): Breakout[] =>
    by ? [{ as: named(by.column), ...breakoutOf(by, columns, at === 1) }] : [],
  );
  const measure: Measure = y.kept
    ? { ...y.kept, as: named(y.kept.as) }
    : {
        as: named(usualName(y)),
        ...{ agg: y.agg, ...(y.column !== null && { column: y.column }) },
        ...(y.currency !== null && { currency: y.currency }),
      };
  return { filter: filter as Query['filter'] & {}, breakouts, measures: [measure], zone };
}

function breakoutOf({ column: name, how }: ChartBy, columns: readonly Column[], isGroup: boolean) {
  const column = columns.find((one) => one.name === name);
  const count = Number(how);
  const grain = GRAINS.find((one) => one === how);
  if (grain) return { column: name, grain };
  if (!Number.isInteger(count) || count < 1) return { column: name };
  return column && isNumeric(column) && !isGroup
    ? { column: name, bins: Math.min(count, 100) }
    : { column: name, top: { n: Math.min(count, 50) } };
}

/** Returns whether a measure of amounts is an amount itself. */
export const isAmount = ({ agg, column }: Pick<ChartMeasure, 'agg' | 'column'>): boolean =>
  column !== null && agg !== 'count' && agg !== 'distinct';

/** Returns a measure that has a currency only if it's an amount. */
export const measured = (y: ChartMeasure): ChartMeasure => (isAmount(y) ? y : { ...y, currency: null });

const CURRENCY_NAME = /curr|waehr|währ|devise|moneda|valuta/i;

/** Returns the columns that can hold the currency of amounts, those first whose names say so. */
export function currencyColumns(columns: readonly Column[]): Column[] {
  const texts = columns.filter(({ type, name }) => type === 'VARCHAR' && !name.startsWith('_'));
  const isNamed = ({ name }: Column) => CURRENCY_NAME.test(name);
  return [...texts.filter(isNamed), ...texts.filter((one) => !isNamed(one))];
}

/** Returns whether sums of a measure mean something. */
export const isAdditive = ({ agg, kept }: ChartChoice['y']): boolean =>
  ['count', 'sum'].includes(!kept ? agg : 'agg' in kept ? kept.agg : 'ratio');
