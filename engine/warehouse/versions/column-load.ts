import { ownValue } from '@headwater/shared/contract/plain';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { decimalOf, plainDigits } from '../sql/decimal-text.ts';
import { sourceText } from './widen.ts';

/** How a column gets from a records file, where every field is text, into its table. */
export interface ColumnLoad {
  /** SQL for the field's text, or NULL if the field has no value. */
  field(field: string): string;
  /** SQL that converts the text to the column's type. */
  convert(field: string): string;
  /** SQL that tests whether the result differs from the field. Null if `convert` throws for every such field. */
  misfit: Test | null;
}

/** `value` is the converted field. With `isWide`, there are so many columns that memory matters more than time. */
type Test = (field: string, value: string, isWide: boolean) => string;

/**
 * Returns how a column is loaded. The engine's casts can't be trusted with text that isn't in the type's own format.
 * With DuckDB 1.5.5, they silently round numbers (`1.5` becomes 2), accept `0x1f` as 31 and `yes` as true, and drop
 * fractions that are too fine, time zones, and the time of a date.
 */
export function columnLoad({ encoding, type }: StreamColumn): ColumnLoad {
  switch (encoding) {
    case 'hex':
      return {
        ...asItStands,
        convert: (field) => `unhex(substr(${field}, 3))`,
        misfit: (field) => `not starts_with(${field}, '\\x') or strlen(${field}) % 2 = 1`,
      };
    case 'json_list':
      return {
        ...asItStands,
        convert: (field) =>
          `case when ${commas(field)} < ${MOST_ELEMENTS} then cast(cast(${field} as json) as ${type}) end`,
        // Lists within lists, and everything else that the cast would change, don't convert back to the same text.
        misfit: (field, value) =>
          `case when ${commas(field)} >= ${MOST_ELEMENTS} then true else to_json(${value})::varchar <> ${field} end`,
      };
    case 'empty_is_null':
      return { ...ofType(type), field: (field) => `nullif(${field}, '')` };
    case 'widest_decimal':
      return asItStands;
    case 'json':
      return cast(type, null);
    case 'value':
      return ofType(type);
  }
}

/** The most elements of a list: the engine unpacks lists, so many longer ones would take too much memory. */
const MOST_ELEMENTS = 16_384;

/** SQL for the number of commas. A list has at most one more element than commas, however long the elements are. */
const commas = (field: string) => `strlen(${field}) - strlen(replace(${field}, ',', ''))`;

/** Returns a column's type while it is staged. Unbounded numbers are text until all of them have been seen. */
export const stagedType = ({ encoding, type }: StreamColumn) =>
  encoding === 'widest_decimal' ? 'VARCHAR' : type;

/** Returns how a value that needs no conversion is loaded into a column, which may have become text since. */
export const valueLoad = (given: StreamColumn, now: StreamColumn): ColumnLoad =>
  stagedType(now) === given.type
    ? asItStands
    : { ...asItStands, convert: (field) => sourceText(given, field) };

const asItStands: ColumnLoad = { field: (field) => field, convert: (field) => field, misfit: null };

const cast = (type: string, misfit: Test | null): ColumnLoad => ({
  ...asItStands,
  convert: (field) => `cast(${field} as ${type})`,
  misfit,
});

function ofType(type: string): ColumnLoad {
  if (type === 'VARCHAR') return asItStands;
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision === undefined) return cast(type, ownValue(MISFITS, type) ?? null);
  return {
    ...asItStands,
    convert: (field) => decimalOf(field, Number(precision), Number(scale)),
    misfit: unless(comesBack, plainDigits(Number(scale))),
  };
}

/**
 * Tests for text that doesn't match this pattern, because only then can the cast be inexact. `usual` is a faster test
 * that accepts most values.
 */
const unless =
  (usual: Test, pattern: string): Test =>
  (field, value, isWide) => {
    const differs = `not regexp_full_match(${field}, '${pattern}')`;
    return isWide ? differs : `case when ${usual(field, value, isWide)} then false else ${differs} end`;
  };

const comesBack: Test = (field, value) => `cast(${value} as varchar) = ${field}`;

const SECONDS = '____-__-__ __:__:__';
const FOUR_DIGIT_YEARS = `between '0001' and '9999~'`;

const isInSeconds: Test = (field) => `${field} ${FOUR_DIGIT_YEARS} and ${field} like '${SECONDS}'`;

const isInUtc: Test = (field) =>
  `strlen(${field}) <= ${`${SECONDS}.123456+00`.length} and ends_with(${field}, '+00')
    and ${field} ${FOUR_DIGIT_YEARS} and ${field} like '${SECONDS}%'`;

/**
 * Tests whether the shortest text of a floating-point number lacks digits of the field. It always has all of them if
 * they are few and there is no exponent.
 */
const losesDigits =
  (few: number): Test =>
  (field, value, isWide) => {
    const significant = (text: string) => `trim(replace(split_part(${text}, 'e', 1), '.', ''), '-0')`;
    return `case
      when strlen(${field}) <= ${few} and regexp_full_match(${field}, '${plainDigits('')}') then false
      when ${comesBack(field, value, isWide)} then false
      else ${significant(`cast(${value} as varchar)`)} <> ${significant(`replace(lower(${field}), 'infinity', 'inf')`)}
    end`;
  };

const YEAR = '(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3,6})';
// The era is after the date.
const DATE = `${YEAR}-[0-9]{2}-[0-9]{2}( \\(BC\\))?`;
const CLOCK = '[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?';
const ZONE = '(Z|[+-][0-9]{2}(:?[0-9]{2}(:[0-9]{2})?)?)';

const isNoWhole = unless(comesBack, plainDigits(0));

const MISFITS: Readonly<Record<string, Test>> = {
  SMALLINT: isNoWhole,
  INTEGER: isNoWhole,
  BIGINT: isNoWhole,
  FLOAT: losesDigits(6),
  DOUBLE: losesDigits(15),
  BOOLEAN: (field) =>
    `case when ${field} in ('t', 'f') then false else lower(${field}) not in ('true', 'false', 't', 'f') end`,
  DATE: unless(comesBack, DATE),
  TIMESTAMP: unless(isInSeconds, `${DATE}[ T](${CLOCK}|[0-9]{2}:[0-9]{2})|-?infinity`),
  'TIMESTAMP WITH TIME ZONE': unless(isInUtc, `${DATE}[ T]${CLOCK}${ZONE}|-?infinity`),
  TIME: unless(comesBack, CLOCK),
  'TIME WITH TIME ZONE': unless(comesBack, `${CLOCK}${ZONE}`),
  UUID: (field) => `strlen(${field}) <> 36`,
};
