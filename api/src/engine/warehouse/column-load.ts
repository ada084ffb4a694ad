import type { StreamColumn } from '../protocol/protocol.ts';
import { decimalOf, plainDigits } from './decimal-text.ts';

/** How a column passes from a records file, where every field is a text, into its table. */
export interface ColumnLoad {
  /** The field as far as it is a value. */
  field(field: string): string;
  /** From that to the column's type. */
  convert(field: string): string;
  /** Whether what came of it isn't exactly what the field says; null where `convert` throws for all such fields. */
  misfit: Test | null;
}

/** `value` is what came of the field; where `isWide`, for so many columns that memory counts more than time. */
type Test = (field: string, value: string, isWide: boolean) => string;

/**
 * The engine's casts are not trusted with texts that are none of the type's own. Measured with DuckDB 1.5.5, they round
 * a number (`1.5` is 2, `0x1f` is 31), cut off of a moment what is too fine, its zone, or the time of a date, and take
 * `yes` for true, all in silence.
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
        // Lists within lists, and whatever else the cast would bend, show in not coming back equal.
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

/** Of a list, which the engine unpacks: longer ones would take too much memory where many are loaded or read at once. */
const MOST_ELEMENTS = 16_384;

/** There are no more elements than that and one, however long they are. */
const commas = (field: string) => `strlen(${field}) - strlen(replace(${field}, ',', ''))`;

/** The type that a stage table begins with: an unbounded number is a text until all of them have been seen. */
export const stagedType = ({ encoding, type }: StreamColumn) =>
  encoding === 'widest_decimal' ? 'VARCHAR' : type;

const asItStands: ColumnLoad = { field: (field) => field, convert: (field) => field, misfit: null };

const cast = (type: string, misfit: Test | null): ColumnLoad => ({
  ...asItStands,
  convert: (field) => `cast(${field} as ${type})`,
  misfit,
});

function ofType(type: string): ColumnLoad {
  if (type === 'VARCHAR') return asItStands;
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision === undefined) return cast(type, MISFITS[type] ?? null);
  return {
    ...asItStands,
    convert: (field) => decimalOf(field, Number(precision), Number(scale)),
    misfit: unless(comesBack, plainDigits(Number(scale))),
  };
}

/** The cast is exact for texts of this pattern; `usual` tells so of most of them with less effort. */
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
 * The shortest text of a floating number hasn't all digits of the field. It has for sure where these are few and
 * without an exponent.
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
// The era stands behind the date.
const DATE = `${YEAR}-[0-9]{2}-[0-9]{2}( \\(BC\\))?`;
const CLOCK = '[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?';
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
