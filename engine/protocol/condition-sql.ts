import type { FilterCondition, FilterOperator } from '@headwater/shared/contract';
import { isMoment } from '@headwater/shared/contract/plain';
import { intervalOf } from './interval.ts';

const OPERATORS: Partial<Record<FilterOperator, string>> = {
  equals: '=',
  less: '<',
  less_or_equal: '<=',
  greater: '>',
  greater_or_equal: '>=',
};

/** SQL for a column, and the type that the warehouse stores it as. */
interface ComparedColumn {
  sql: string;
  type: string;
}

/** Returns SQL for whether a column has one of some values, among which there can be intervals of moments. */
export function amongSql(
  { sql, type }: ComparedColumn,
  values: readonly string[],
  value: (text: string) => string,
): string {
  const intervals = isMoment({ type }) ? values.flatMap((text) => intervalOf(text) ?? []) : [];
  const alone = intervals.length > 0 ? values.filter((text) => !intervalOf(text)) : values;
  const parts = [
    ...(alone.length > 0 ? [`${sql} in (${alone.map(value).join(', ')})`] : []),
    ...intervals.map(({ from, until }) => `${sql} >= ${value(from)} and ${sql} < ${value(until)}`),
  ];
  return parts.length > 0 ? parts.join(' or ') : 'false';
}

/**
 * Returns SQL for a condition that fits its column: see requireUsableFilter. `value` turns a text into the SQL of a value
 * of its type.
 */
export function conditionSql(
  compared: ComparedColumn,
  { operator, values }: FilterCondition,
  value: (text: string) => string,
): string {
  const { sql: column } = compared;
  if (operator === 'is_null') return `${column} is null`;
  if (operator === 'is_not_null') return `${column} is not null`;
  if (operator === 'one_of') return `(${amongSql(compared, values, value)})`;
  if (operator === 'not_equals' && isMoment(compared) && intervalOf(values[0]!))
    return `(not (${amongSql(compared, values, value)}) or ${column} is null)`;
  // Not `is distinct from`: DuckDB 1.5.5 leaves out parts of a table in which a column has no value at all if another
  // comparison of this column is beside it, with `or`.
  if (operator === 'not_equals') return `(${column} <> ${value(values[0]!)} or ${column} is null)`;
  return `${column} ${OPERATORS[operator]} ${value(values[0]!)}`;
}
