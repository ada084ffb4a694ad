import { ownValue } from '@headwater/shared/contract/plain';
import type { FilterCondition, RowFilter } from '@headwater/shared/contract';
import { FailureError } from '../../platform/failures/failure.ts';
import type { StreamColumn } from './protocol.ts';

/** Checks a value that is compared with a column of some type. */
type Check = (value: string) => boolean;

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value);

const whole =
  (bits: bigint): Check =>
  (value) => {
    if (!/^-?\d{1,19}$/.test(value)) return false;
    const limit = 2n ** (bits - 1n);
    return BigInt(value) >= -limit && BigInt(value) < limit;
  };

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const CLOCK = String.raw`[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?`;

/** Accepts a day that exists, followed by what the pattern allows. */
const moment = (rest: string): Check => {
  const pattern = new RegExp(`^${DAY}${rest}$`);
  return (value) => {
    if (!pattern.test(value)) return false;
    const day = value.slice(0, 10);
    const date = new Date(`${day}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  };
};

const isNumber = matches(/^-?\d{1,38}(\.\d{1,38})?$/);
const isFloat = matches(/^-?\d{1,38}(\.\d{1,38})?(e[+-]?\d{1,3})?$/i);

/** Types whose values can be compared for order, with what such a value looks like. */
const ORDERED: Readonly<Record<string, Check>> = {
  SMALLINT: whole(16n),
  INTEGER: whole(32n),
  BIGINT: whole(64n),
  FLOAT: isFloat,
  DOUBLE: isFloat,
  DATE: moment(''),
  TIMESTAMP: moment(`(${CLOCK})?`),
  'TIMESTAMP WITH TIME ZONE': moment(String.raw`(${CLOCK}(Z|[+-]\d{2}(:?\d{2})?)?)?`),
};

/** Accepts a day, or a moment with or without an offset. */
export const momentCheck: Check = ORDERED['TIMESTAMP WITH TIME ZONE']!;

const UNORDERED: Readonly<Record<string, Check>> = {
  BOOLEAN: matches(/^(true|false)$/),
  UUID: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  VARCHAR: (value) => !value.includes('\0'),
};

/** Throws filter_unusable unless each condition names a column and fits its type. */
export function requireUsableFilter(
  filter: RowFilter,
  columns: readonly StreamColumn[],
  table: string,
): void {
  for (const condition of filter) {
    const column = columns.find(({ name }) => name === condition.column);
    if (!column || !isUsableCondition(condition, column))
      throw new FailureError('filter_unusable', { table, column: condition.column });
  }
}

/** Whether the operator and the values fit the column's type. */
export const isUsableCondition = (condition: FilterCondition, column: StreamColumn): boolean =>
  conditionFault(condition, column) === null;

/** Returns which part of a condition doesn't fit the column's type, or null. */
export function conditionFault(
  { operator, values }: FilterCondition,
  column: StreamColumn,
): 'operator' | 'values' | null {
  if (operator === 'is_null' || operator === 'is_not_null') return values.length === 0 ? null : 'values';
  const isEquality = operator === 'equals' || operator === 'not_equals' || operator === 'one_of';
  const fits = isEquality ? valueCheck(column) : orderedCheck(column);
  if (!fits) return 'operator';
  const isRightNumber = operator === 'one_of' ? values.length > 0 : values.length === 1;
  return isRightNumber && values.every(fits) ? null : 'values';
}

/** Returns the check for values that are compared with a column's, if they can be. */
export const valueCheck = (column: Pick<StreamColumn, 'type' | 'encoding'>): Check | undefined =>
  orderedCheck(column) ?? ownValue(UNORDERED, column.type);

/** Returns the check for values of an ordered type, if it is one. */
export const orderedCheck = ({
  type,
  encoding,
}: Pick<StreamColumn, 'type' | 'encoding'>): Check | undefined =>
  encoding === 'widest_decimal' || type.startsWith('DECIMAL(') ? isNumber : ownValue(ORDERED, type);
