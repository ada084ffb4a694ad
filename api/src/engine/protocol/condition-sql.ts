import type { FilterCondition, FilterOperator } from '@headwater/shared/contract';

const OPERATORS: Partial<Record<FilterOperator, string>> = {
  equals: '=',
  less: '<',
  less_or_equal: '<=',
  greater: '>',
  greater_or_equal: '>=',
};

/**
 * Returns SQL for a condition that fits its column: see requireUsableFilter. `column` is the column's SQL, and `value`
 * turns a text into the SQL of a value of its type.
 */
export function conditionSql(
  column: string,
  { operator, values }: FilterCondition,
  value: (text: string) => string,
): string {
  if (operator === 'is_null') return `${column} is null`;
  if (operator === 'is_not_null') return `${column} is not null`;
  if (operator === 'one_of') return `${column} in (${values.map(value).join(', ')})`;
  // Not `is distinct from`: DuckDB 1.5.5 leaves out parts of a table in which a column has no value at all if another
  // comparison of this column is beside it, with `or`.
  if (operator === 'not_equals') return `(${column} <> ${value(values[0]!)} or ${column} is null)`;
  return `${column} ${OPERATORS[operator]} ${value(values[0]!)}`;
}
