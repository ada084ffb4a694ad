import type { FilterCondition, FilterOperator } from '@headwater/shared/contract';
import type { RelationColumn } from './postgres.catalog.ts';
import { identifier, literal } from './postgres.sql.ts';

const OPERATORS: Partial<Record<FilterOperator, string>> = {
  equals: '=',
  not_equals: 'is distinct from',
  less: '<',
  less_or_equal: '<=',
  greater: '>',
  greater_or_equal: '>=',
};

/** SQL for a condition that fits its column: see requireUsableFilter. */
export function conditionSql(
  { column: name, operator, values }: FilterCondition,
  columns: readonly RelationColumn[],
): string {
  const { sourceName, form } = columns.find((column) => column.name === name)!;
  // A type that the warehouse stores as text is compared as the text that the warehouse shows.
  const column = form === 'text' ? `${identifier(sourceName)}::text` : identifier(sourceName);
  if (operator === 'is_null') return `${column} is null`;
  if (operator === 'is_not_null') return `${column} is not null`;
  if (operator === 'one_of') return `${column} in (${values.map(literal).join(', ')})`;
  return `${column} ${OPERATORS[operator]} ${literal(values[0]!)}`;
}
