import type { Column } from '../ground/column.ts';
import { QUERY_OPERATORS, type ROW_FORMATS } from '../ground/words.ts';

export type RowFormat = (typeof ROW_FORMATS)[number];
export type QueryOperator = (typeof QUERY_OPERATORS)[number];

/** A condition on the value of a column. */
export interface QueryCondition {
  column: string;
  operator: QueryOperator;
  /**
   * As the type's own text. None for `is_null` and `is_not_null`, several for `one_of` and `none_of`, otherwise one.
   * `in_range` has a range of time, as `time-range.ts` writes it, and the time zone in which its days begin.
   */
  values: readonly string[];
  /**
   * For `one_of` and `none_of`: whether NULL is one of the values, too. Otherwise, a row without a value is none of them, so
   * `none_of` keeps it.
   */
  orNull?: boolean;
}

/** Rows match if at least one condition of each group holds. */
export type QueryFilter = readonly (readonly QueryCondition[])[];

export interface QuerySortKey {
  column: string;
  descending: boolean;
}

/** The first key counts most. Rows without a value come last, and equal ones stay in the order of the table. */
export type QuerySort = readonly QuerySortKey[];

/** Which rows of a table, in which order. */
export interface TableQuery {
  filter: QueryFilter;
  sort: QuerySort;
}

export const SORT_KEYS_MAX = 8;
export const QUERY_CONDITIONS_MAX = 50;
export const CONDITION_VALUES_MAX = 100;

const ORDERED =
  /^(SMALLINT|INTEGER|BIGINT|FLOAT|DOUBLE|DATE|TIME|TIMESTAMP|TIMESTAMP WITH TIME ZONE|DECIMAL\(.*)$/;
const IN_TIME = /^(DATE|TIMESTAMP|TIMESTAMP WITH TIME ZONE)$/;
/** A group of conditions becomes twice as many groups by each range in it. */
const RANGES_MAX = 3;
const IS_NULL = ['is_null', 'is_not_null'] as const;
const IS_AMONG = ['one_of', 'none_of'] as const;
const IS_ONE = ['equals', 'not_equals', ...IS_AMONG] as const;
const OR_NULL = 'or_null';

/** Returns the operators that fit a column's type. */
export function operatorsOf({ type }: Pick<Column, 'type'>): readonly QueryOperator[] {
  if (ORDERED.test(type))
    return [
      'equals',
      'not_equals',
      'greater',
      'greater_or_equal',
      'less',
      'less_or_equal',
      ...IS_AMONG,
      ...(IN_TIME.test(type) ? (['in_range'] as const) : []),
      // Saved filters of times have them.
      ...(type === 'TIME' ? (['contains', 'not_contains'] as const) : []),
      ...IS_NULL,
    ];
  if (type === 'VARCHAR')
    return ['contains', 'not_contains', 'starts_with', 'ends_with', ...IS_ONE, ...IS_NULL];
  if (type === 'UUID') return [...IS_ONE, ...IS_NULL];
  if (type === 'BOOLEAN') return ['equals', ...IS_AMONG, ...IS_NULL];
  return type === 'BLOB' ? IS_NULL : ['contains', 'not_contains', ...IS_NULL];
}

/** Returns a sort as text for a URL: `-placed_at,total`, where `-` means descending. */
export const writeSort = (sort: QuerySort): string =>
  sort.map(({ column, descending }) => (descending ? '-' : '') + written(column)).join(',');

/** Returns the sort in a text, or null if it isn't one. */
export function readSort(text: string): QuerySort | null {
  if (text === '') return [];
  const keys = text.split(',').map((part) => ({
    column: decoded(part.replace(/^-/, '')),
    descending: part.startsWith('-'),
  }));
  const columns = new Set(keys.map(({ column }) => column));
  if (keys.length > SORT_KEYS_MAX || columns.size < keys.length || columns.has(null)) return null;
  return keys as QuerySort;
}

/**
 * Returns a filter as text for a URL: `status:one_of:paid,shipped;total:less:0|total:is_null` is rows with either status
 * whose total is negative or missing, and `status:none_of:lost:or_null` those with another one. Names and values are
 * percent-encoded.
 */
export const writeFilter = (filter: QueryFilter): string =>
  filter.map((group) => group.map(writeCondition).join('|')).join(';');

const writeCondition = ({ column, operator, values, orNull }: QueryCondition) =>
  [
    ...[written(column), operator],
    ...(values.length > 0 ? [values.map(written).join(',')] : []),
    ...(orNull ? [OR_NULL] : []),
  ].join(':');

/** Returns the filter in a text, or null if it isn't one. Whether it fits a table is for others to check. */
export function readFilter(text: string): QueryFilter | null {
  if (text === '') return [];
  const filter = text.split(';').map((group) => group.split('|').map(readCondition));
  const conditions = filter.flat();
  const hasManyRanges = filter.some(
    (group) => group.filter((condition) => condition?.operator === 'in_range').length > RANGES_MAX,
  );
  return conditions.length > QUERY_CONDITIONS_MAX || conditions.includes(null) || hasManyRanges
    ? null
    : (filter as QueryFilter);
}

function readCondition(text: string): QueryCondition | null {
  const [name = '', word, list, ...rest] = text.split(':');
  const orNull = rest.length === 1 && rest[0] === OR_NULL;
  const operator = QUERY_OPERATORS.find((one) => one === word);
  const column = decoded(name);
  const values = list === undefined ? [] : list.split(',').map(decoded);
  const isWhole =
    values.length <= CONDITION_VALUES_MAX && !values.includes(null) && (rest.length === 0 || orNull);
  if (!operator || column === null || !isWhole) return null;
  return { column, operator, values: values as string[], ...(orNull && { orNull }) };
}

/** Returns names of columns as text for a URL: `id,total`. */
export const writeNames = (names: readonly string[]): string => names.map(written).join(',');

/** Returns the names in a text, or null if it isn't a list of different ones. */
export function readNames(text: string): readonly string[] | null {
  if (text === '') return [];
  const names = text.split(',').map(decoded);
  return names.includes(null) || new Set(names).size < names.length ? null : (names as string[]);
}

/** Also encodes a hyphen at the beginning, which means descending, and replaces halves of surrogate pairs. */
const written = (text: string) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(/^-/, '%2D');

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
