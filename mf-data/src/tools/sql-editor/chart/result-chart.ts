import {
  isMoment,
  POINTS_MAX,
  type QueryResult,
  type ResultColumn,
  type SqlRunAttributes,
} from '@headwater/shared/contract';
import { autoMark, chartData, fitOf, type ChartData, type Mark } from '@headwater/shared/ui/charts';
import { DAY, withDays } from '../result-days.ts';
import type { ResultChoice } from './choice.ts';
import { periodOfDays, periodsBetween } from './periods-between.ts';

export type SqlResult = Pick<SqlRunAttributes, 'columns' | 'rows' | 'zone'>;
type SqlColumn = SqlResult['columns'][number];

export type ResultChart =
  | {
      state: 'drawn';
      columns: ChosenColumns;
      data: ChartData;
      /** The same figures. */
      result: QueryResult;
      /** How many rows it shows. */
      shown: number;
    }
  | { state: 'no_rows' | 'no_number' | 'no_x' | 'repeated'; columns: ChosenColumns };

export interface ChosenColumns {
  x: string | null;
  y: string | null;
  group: string | null;
}

/** Returns the columns that can be measured. */
export const numbersOf = ({ columns }: SqlResult) => columns.filter(({ kind }) => kind === 'number');

/** Returns the columns that can lie on the x axis. */
export const axesOf = ({ columns }: SqlResult) => columns.filter(({ kind }) => kind !== 'json');

/**
 * Returns the chart of a result, each of whose rows is one point. Rows are never added up, because only whoever wrote
 * the query knows what that would mean: if two rows are at the same place, there is no chart.
 */
export function chartOf(given: SqlResult, choice: ResultChoice): ResultChart {
  const result = withDays(given);
  const columns = chosenColumns(result, choice);
  const none = (state: Exclude<ResultChart['state'], 'drawn'>): ResultChart => ({ state, columns });
  if (result.rows.length === 0) return none('no_rows');
  const at = (name: string | null) => result.columns.findIndex((column) => column.name === name);
  const [x, y, group] = [at(columns.x), at(columns.y), at(columns.group)];
  if (y < 0) return none('no_number');
  if (x < 0 && result.rows.length > 1) return none('no_x');
  const rows = inOrder(result.rows.slice(0, POINTS_MAX), x, result.columns[x]);
  if (repeats(rows, [x, group])) return none('repeated');
  const parts = [x, ...(x < 0 ? [] : [group])].filter((one) => one >= 0);
  const values = (position: number) => rows.map((row) => row[position] ?? null);
  const shown: QueryResult = {
    ...{ version: 0, rows: rows.length, cut: null, totals: null, notes: [], sql: '' },
    columns: [...parts, y].map((position, index) => {
      const { name, kind, type } = result.columns[position]!;
      const common = { as: name, kind, width: null, others: [] };
      if (index === parts.length) return { ...common, role: 'measure', type, grain: null };
      return { ...common, role: 'breakout', ...periodOf(result.columns[position]!, values(position)) };
    }),
    values: [...parts, y].map(values),
  };
  return { state: 'drawn', columns, data: chartData(withPeriods(shown)), result: shown, shown: rows.length };
}

/** Adds the periods without rows along the x axis. Their values aren't known: only who wrote the query knows if they're 0. */
function withPeriods(shown: QueryResult): QueryResult {
  const [x, group] = shown.columns;
  const between = x?.role === 'breakout' ? periodsBetween(x, x.grain, shown.values[0]!) : [];
  if (between.length === 0) return shown;
  const [keys, ...others] = shown.values as [(string | null)[], ...(string | null)[][]];
  const all = [...keys, ...between];
  const order = all
    .map((_, at) => at)
    .toSorted((one, other) => compareKeys(all[one] ?? null, all[other] ?? null));
  const values = [
    all,
    ...others.map((cells, at) => {
      const isGroup = at === 0 && group!.role === 'breakout';
      return [...cells, ...between.map(() => (isGroup ? cells[0]! : null))];
    }),
  ];
  return { ...shown, rows: all.length, values: values.map((cells) => order.map((at) => cells[at]!)) };
}

const compareKeys = (one: string | null, other: string | null) =>
  one === null || other === null
    ? Number(one === null) - Number(other === null)
    : one < other
      ? -1
      : Number(one > other);

/** Returns the mark that shows the data best: values that may not add up don't lie on top of each other. */
export function bestMark(data: ChartData): Mark {
  const best = autoMark(data, false);
  if (best !== 'points') return best;
  return data.keys.length <= 24 && fitOf('columns', data, false) === 'fits' ? 'columns' : 'line';
}

function chosenColumns(result: SqlResult, choice: ResultChoice): ChosenColumns {
  const numbers = numbersOf(result);
  const axes = axesOf(result);
  const named = (columns: readonly SqlColumn[], name: string | null | undefined) =>
    columns.find((column) => column.name === name)?.name ?? null;
  const words = axes.filter(({ kind }) => kind !== 'number');
  const usual =
    axes.find(isMoment) ?? words[0] ?? (numbers.length > 1 && result.rows.length > 1 ? numbers[0] : null);
  const x = choice.x === null ? null : (named(axes, choice.x) ?? usual?.name ?? null);
  const y =
    named(numbers, choice.y) ?? numbers.find(({ name }) => name !== x)?.name ?? numbers[0]?.name ?? null;
  if (x === null) return { x, y, group: null };
  const chosen = named(axes, choice.group);
  if (choice.group !== undefined) return { x, y, group: chosen === x ? null : chosen };
  const at = (name: string) => result.columns.findIndex((column) => column.name === name);
  const apart = repeats(result.rows, [at(x)])
    ? words.find(({ name }) => name !== x && !repeats(result.rows, [at(x), at(name)]))
    : undefined;
  return { x, y, group: apart?.name ?? null };
}

type Rows = SqlResult['rows'];

/** Whether two rows have the same values in these columns, of which some may be missing. */
function repeats(rows: Rows, positions: readonly number[]): boolean {
  const known = new Set<string>();
  return rows.some((row) => {
    const place = JSON.stringify(positions.map((position) => row[position] ?? null));
    return known.has(place) || !known.add(place);
  });
}

/** Moments and numbers lie in their order, and all else in the result's. */
function inOrder(rows: Rows, x: number, column: SqlColumn | undefined): Rows {
  if (!column || !(isMoment(column) || column.kind === 'number')) return rows;
  const compare =
    column.kind === 'number'
      ? (one: string, other: string) => Number(one) - Number(other)
      : (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return rows.toSorted((one, other) => {
    const [a, b] = [one[x] ?? null, other[x] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return compare(a, b);
  });
}

/** How a column on an axis is named: by the period that all its values begin, if there is one. */
function periodOf(
  column: SqlColumn,
  values: readonly (string | null)[],
): Pick<ResultColumn, 'type' | 'grain'> {
  const { type } = column;
  if (!isMoment(column)) return { type, grain: null };
  const known = values.filter((value) => value !== null);
  if (!known.every((value) => DAY.test(value)))
    return { type, grain: known.every((value) => HOUR.test(value)) ? 'hour' : 'minute' };
  return { type, grain: periodOfDays(known) };
}

const HOUR = /^\d{4}-\d\d-\d\d[ T]\d\d:00:00(\.0+)?Z?$/;
