import type { FilterCondition, FilterOperator } from '@headwater/shared/contract';
import type { StreamColumn } from '../protocol/protocol.ts';
import { identifier, literal } from './sql.ts';

const OPERATORS: Partial<Record<FilterOperator, string>> = {
  equals: '=',
  not_equals: 'is distinct from',
  less: '<',
  less_or_equal: '<=',
  greater: '>',
  greater_or_equal: '>=',
};

/** SQL for a condition that fits its column: see requireUsableFilter. */
export function filterCondition(
  { column: name, operator, values }: FilterCondition,
  columns: readonly StreamColumn[],
): string {
  const { type } = columns.find((column) => column.name === name)!;
  const column = identifier(name);
  const value = (text: string) => `cast(${literal(text)} as ${type})`;
  if (operator === 'is_null') return `${column} is null`;
  if (operator === 'is_not_null') return `${column} is not null`;
  if (operator === 'one_of') return `${column} in (${values.map(value).join(', ')})`;
  return `${column} ${OPERATORS[operator]} ${value(values[0]!)}`;
}
