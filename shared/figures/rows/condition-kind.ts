import type { Column, QueryCondition, QueryOperator } from '@headwater/shared/contract';
import { hasZone } from '@headwater/shared/ui/table';

/** What the values of a condition are typed or chosen with. */
export type ValueInput =
  'none' | 'list' | 'boolean' | 'number' | 'date' | 'time' | 'moment' | 'zoned' | 'range' | 'text';

export function inputFor({ kind, type }: Column, operator: QueryOperator): ValueInput {
  if (operator === 'is_null' || operator === 'is_not_null') return 'none';
  if (operator === 'in_range') return 'range';
  if (operator === 'one_of' || operator === 'none_of') return 'list';
  if (kind === 'timestamp') return hasZone({ kind, type }) ? 'zoned' : 'moment';
  if (operator === 'contains' || operator === 'not_contains') return 'text';
  return kind === 'boolean' || kind === 'number' || kind === 'date' || kind === 'time' ? kind : 'text';
}

/** The operators that people most likely want first. */
const FIRST: Partial<Record<Column['kind'], QueryOperator>> = {
  text: 'one_of',
  uuid: 'one_of',
  boolean: 'equals',
  json: 'contains',
  list: 'contains',
};

/** Returns a condition on the column that has yet to be filled in. */
export function startOf({ name, kind }: Column, offered: readonly QueryOperator[]): QueryCondition {
  const wanted = FIRST[kind] ?? 'greater_or_equal';
  const operator = offered.find((one) => one === wanted) ?? offered[0]!;
  return { column: name, operator, values: kind === 'boolean' && operator === 'equals' ? ['true'] : [] };
}

/** Returns the condition with another operator, and with as many of its values as that one takes. */
export function withOperator(
  column: Column,
  condition: QueryCondition,
  operator: QueryOperator,
): QueryCondition {
  const { operator: before, values, orNull = false } = condition;
  const [input, inputBefore] = [inputFor(column, operator), inputFor(column, before)];
  if (input === 'none' || (input !== inputBefore && [input, inputBefore].includes('range')))
    return { column: column.name, operator, values: [] };
  if (input === 'range') return { column: column.name, operator, values };
  const kept = input === inputBefore || (input === 'list' && values.length > 0) ? values : values.slice(0, 1);
  if (input !== 'list') return { column: column.name, operator, values: kept.slice(0, 1) };
  return { column: column.name, operator, values: kept, ...(orNull && { orNull }) };
}

/** Returns the values that were chosen in a list, null for rows without one. */
export const chosenIn = ({ operator, values, orNull }: QueryCondition): (string | null)[] =>
  orNull || operator === 'is_null' ? [...values, null] : [...values];

/** Returns the condition with other values chosen in its list. */
export function withChosen(
  { column, operator }: QueryCondition,
  chosen: readonly (string | null)[],
): QueryCondition {
  const values = chosen.filter((value) => value !== null);
  return { column, operator, values, ...(values.length < chosen.length && { orNull: true }) };
}

/** Returns the condition as it is written: NULL alone has an operator of its own. */
export function asWritten(condition: QueryCondition): QueryCondition {
  const { column, operator, values, orNull } = condition;
  if (!orNull || values.length > 0) return condition;
  return { column, operator: operator === 'one_of' ? 'is_null' : 'is_not_null', values: [] };
}

/** Returns whether the condition has the values that it needs. */
export const isFilledIn = (column: Column, { operator, values, orNull }: QueryCondition): boolean => {
  const input = inputFor(column, operator);
  const [first = ''] = values;
  return (
    input === 'none' ||
    orNull === true ||
    (values.length > 0 && (input === 'list' || (input === 'number' ? first.trim() : first) !== ''))
  );
};

/** How an operator reads for a kind of column: a date isn't less than another, but before it. */
export const wordFor = ({ kind }: Pick<Column, 'kind'>, operator: QueryOperator) =>
  kind === 'date' || kind === 'time' || kind === 'timestamp'
    ? (`operator.time.${operator}` as const)
    : (`operator.${operator}` as const);
