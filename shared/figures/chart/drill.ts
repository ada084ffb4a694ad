import {
  isOfRows,
  operatorsOf,
  QUERY_CONDITIONS_MAX,
  type Query,
  type QueryCondition,
  type QueryFilter,
  type QueryResult,
  type ResultColumn,
} from '@headwater/shared/contract';
import { nextPeriod, sumOf, type ChartData, type ChartKey } from '@headwater/shared/ui/charts';
import { momentAt } from '../rows/zoned-time.ts';

/** Returns the filter of exactly the rows that a place in a chart is about. Null if no filter can say that. */
export function drillTo(
  { breakouts, filter = [], zone = 'UTC' }: Query,
  data: ChartData,
  types: ReadonlyMap<string, string>,
  at: number,
  series: number | null,
): QueryFilter | null {
  const parts = [
    [data.x, data.keys[at]!, data.keys] as const,
    series === null
      ? null
      : ([data.group, data.series[series]!.key!, data.series.map(({ key }) => key!)] as const),
  ];
  const conditions: QueryCondition[] = [];
  for (const [index, part] of parts.entries()) {
    const breakout = breakouts[index];
    if (!part || !part[0] || !breakout) continue;
    const [column, key, keys] = part;
    const found = conditionsOf(breakout.column, column, key, keys, {
      type: types.get(breakout.column)!,
      zone,
    });
    if (!found) return null;
    conditions.push(...found);
  }
  return [...filter, ...conditions.map((condition) => [condition])];
}

/** What is known of the table whose rows a result is about. */
interface Drilled {
  readonly types: ReadonlyMap<string, string>;
  readonly primaryKey: readonly string[];
}

/**
 * Returns the filter of the rows that a row of a result is about: those of its groups, or the row itself by its key, and
 * without that all rows with the same values. Null if no filter can say that.
 */
export function drillToRow(
  { breakouts, measures, filter = [], zone = 'UTC' }: Query,
  { columns, values }: Pick<QueryResult, 'columns' | 'values'>,
  { types, primaryKey }: Drilled,
  row: number,
): QueryFilter | null {
  const isGroup = !isOfRows({ measures });
  const shown = breakouts.map(({ column }) => column);
  const isKeyed = primaryKey.length > 0 && primaryKey.every((name) => shown.includes(name));
  const conditions: QueryCondition[] = [];
  for (const [at, { column: name }] of breakouts.entries()) {
    const [column, type] = [columns[at]!, types.get(name)];
    if (type === undefined) return null;
    // What can't be compared doesn't narrow the rows.
    const isLeftOut = isKeyed ? !primaryKey.includes(name) : !operatorsOf({ type }).includes('equals');
    if (!isGroup && isLeftOut) continue;
    const others = new Set(column.others);
    const keyAt = (one: number): ChartKey => ({ text: values[at]![one]!, isOther: others.has(one) });
    const keys = new Map(
      values[at]!.map((text, one) => [JSON.stringify([text, others.has(one)]), keyAt(one)]),
    );
    const found = conditionsOf(name, column, keyAt(row), [...keys.values()], { type, zone });
    if (found) conditions.push(...found);
    else if (isKeyed || isGroup) return null;
  }
  const room = QUERY_CONDITIONS_MAX - filter.flat().length;
  // Without one of these conditions, it would be about other rows, too.
  if (conditions.length > room && (isKeyed || isGroup)) return null;
  return [...filter, ...conditions.slice(0, room).map((condition) => [condition])];
}

function conditionsOf(
  name: string,
  column: ResultColumn,
  key: ChartKey,
  keys: readonly ChartKey[],
  { type, zone }: { type: string; zone: string },
): QueryCondition[] | null {
  const is = (operator: QueryCondition['operator'], ...values: string[]): QueryCondition => ({
    ...{ column: name, operator, values },
  });
  if (key.isOther) {
    const named = keys.filter(({ isOther }) => !isOther);
    const texts = named.flatMap(({ text }) => text ?? []);
    const others = texts.length > 0 ? [is('none_of', ...texts)] : [];
    return named.some(({ text }) => text === null) ? [...others, is('is_not_null')] : others;
  }
  if (key.text === null) return [is('is_null')];
  if (column.grain !== null) {
    const [from, to] = [key.text, nextPeriod(key.text, column.grain, zone)];
    if (to === null) return null;
    const written = (text: string) =>
      type === 'TIMESTAMP WITH TIME ZONE' && text.length === 10 ? momentAt(`${text}T00:00:00`, zone) : text;
    return [is('greater_or_equal', written(from)!), is('less', written(to)!)];
  }
  if (column.width !== null) {
    const end = sumOf(key.text, column.width);
    return [is('greater_or_equal', key.text), is('less', end)];
  }
  // Longer texts are cut off.
  return key.text.length >= 1_000 ? null : [is('equals', key.text)];
}
