import { isMoment, ownValue } from '@headwater/shared/contract/plain';
import type { FilterCondition, FilterOperator, RowFilter } from '@headwater/shared/contract';
import { FailureError } from '@headwater/base/failures/failure';
import { intervalOf } from './interval.ts';
import type { StreamColumn } from './protocol.ts';
import { inValuesOf } from './values-of-moments.ts';

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

const FAR_CLOCK = String.raw`T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?`;

/** Accepts infinity, and a day that exists in another year than those of four digits, followed by what the pattern allows. */
function farMoment(rest: string, lastYear: number): Check {
  const pattern = new RegExp(String.raw`^(\d{4,7})-(\d\d)-(\d\d)${rest}( BC)?$`);
  return (value) => {
    if (value === 'infinity' || value === '-infinity') return true;
    const [, year, month, day] = pattern.exec(value) ?? [];
    const era = value.endsWith(' BC');
    if (year === undefined || (era ? Number(year) < 1 : year.length === 4) || Number(year) > lastYear)
      return false;
    // Of a year with the same days. The one before the first is a leap year.
    const alike = 2000 + ((((era ? 1 - Number(year) : Number(year)) % 400) + 400) % 400);
    const date = new Date(`${alike}-${month}-${day}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  };
}

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
  TIME: matches(/^(([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?|24:00(:00)?)$/),
  TIMESTAMP: moment(`(${CLOCK})?`),
  'TIMESTAMP WITH TIME ZONE': moment(String.raw`(${CLOCK}(Z|[+-]\d{2}(:?\d{2})?)?)?`),
};

/** Accepts a day, or a moment with or without an offset. */
export const momentCheck: Check = ORDERED['TIMESTAMP WITH TIME ZONE']!;

/** What values are beyond those that people write: no number, infinite, before the first year, or after the year 9999. */
const UNUSUAL: Readonly<Record<string, Check>> = {
  FLOAT: matches(/^(NaN|-?Infinity)$/),
  DOUBLE: matches(/^(NaN|-?Infinity)$/),
  DATE: farMoment('', 5_874_897),
  TIMESTAMP: farMoment(FAR_CLOCK, 294_246),
  'TIMESTAMP WITH TIME ZONE': farMoment(`${FAR_CLOCK}Z`, 294_246),
};

/** Whether a value is one of a column's type as rows have it, although sources don't compare it with others. */
export const isUnusual = ({ type }: Pick<StreamColumn, 'type'>, value: string): boolean =>
  ownValue(UNUSUAL, type)?.(value) ?? false;

const UNORDERED: Readonly<Record<string, Check>> = {
  BOOLEAN: matches(/^(true|false)$/),
  UUID: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  VARCHAR: (value) => !value.includes('\0'),
};

/**
 * Returns a filter in values that the columns have, whatever the source's own clock is: a day of the zone becomes all of
 * its moments, and a time without an offset is one of the zone. Conditions that don't fit their columns stay as they are,
 * and so do those that mean the same, because a table is read anew after another filter.
 */
export const filterInZone = (filter: RowFilter, columns: readonly StreamColumn[], zone: string): RowFilter =>
  filter.map((condition) => {
    const column = columns.find(({ name }) => name === condition.column);
    if (!column || !isMoment(column) || !isUsableCondition(condition, column)) return condition;
    const { operator, values } = inValuesOf(condition, column.type, zone);
    const isInterval = values.some((text) => intervalOf(text));
    if (operator === condition.operator && !isInterval && !needsZone(column, zone)) return condition;
    return {
      ...condition,
      operator: operator === 'none_of' ? 'not_equals' : (operator as FilterOperator),
      values: [...values],
    };
  });

/** Returns the value of a column at which a read starts: see filterInZone. */
export function startInZone(text: string, column: StreamColumn, zone: string): string {
  if (!needsZone(column, zone) || !orderedCheck(column)!(text)) return text;
  const from = { column: column.name, operator: 'greater_or_equal' as const, values: [text] };
  return inValuesOf(from, column.type, zone).values[0]!;
}

/** Whether texts without an offset are other moments than in UTC, by which connectors read them. */
const needsZone = ({ type }: StreamColumn, zone: string): boolean =>
  type === 'TIMESTAMP WITH TIME ZONE' && zone !== 'UTC';

/** Throws filter_unusable unless each condition names a column and fits its type. Days can be intervals: see filterInZone. */
export function requireUsableFilter(
  filter: RowFilter,
  columns: readonly StreamColumn[],
  table: string,
): void {
  for (const condition of filter) {
    const column = columns.find(({ name }) => name === condition.column);
    if (!column || !isUsableCondition(withEnds(condition, column), column))
      throw new FailureError('filter_unusable', { table, column: condition.column });
  }
}

/** Returns a condition with the ends of its intervals instead, if it has any. */
function withEnds(condition: FilterCondition, column: StreamColumn): FilterCondition {
  const intervals = isMoment(column) ? condition.values.flatMap((text) => intervalOf(text) ?? []) : [];
  if (intervals.length === 0) return condition;
  const alone = condition.values.filter((text) => !intervalOf(text));
  return {
    ...condition,
    operator: 'one_of',
    values: [...alone, ...intervals.flatMap(({ from, until }) => [from, until])],
  };
}

/** Whether the operator and the values fit the column's type. */
const isUsableCondition = (condition: FilterCondition, column: StreamColumn): boolean =>
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
