import type { PageColumn } from '../../../sql/page-column.ts';
import { isList, isText } from '../../../sql/rows-statement.ts';
import type { Scale } from './bins.ts';

type Type = Pick<PageColumn, 'type'>;

const isDecimal = ({ type }: Type) => type.startsWith('DECIMAL(');
const isWhole = ({ type }: Type) => /^(SMALLINT|INTEGER|BIGINT)$/.test(type);
export const isFloat = ({ type }: Type) => type === 'FLOAT' || type === 'DOUBLE';
export const isFraction = (column: Type) =>
  isFloat(column) || (isDecimal(column) && !column.type.endsWith(',0)'));
const isMoment = ({ type }: Type) => type === 'DATE' || type.startsWith('TIMESTAMP');
const isNumber = (column: Type) => isDecimal(column) || isWhole(column) || isFloat(column);

/** Whether the values have a first, a last, and others at a distance from these. */
export const isMeasured = (column: Type) => isNumber(column) || isMoment(column);

/** Whether the values have an order that means something to people. */
export const isOrdered = (column: Type) =>
  isMeasured(column) || column.type.startsWith('TIME') || column.type === 'VARCHAR';

export const hasMean = isNumber;

/** Returns SQL for the value, or NULL if it is infinite or NaN. */
export const measuredSql = (column: Type, value: string) =>
  isFloat(column) || isMoment(column) ? `case when isfinite(${value}) then ${value} end` : value;

/** Returns SQL for how long a value is, or null for types whose values have no length. */
export function lengthSql({ type }: Type, value: string): string | null {
  if (isList({ type })) return `len(${value})`;
  if (type === 'VARCHAR') return `length(${value})`;
  if (type === 'BLOB') return `octet_length(${value})`;
  return type === 'JSON' ? `strlen(${value})` : null;
}

/** Returns SQL for how many bytes a value takes. Zero for types whose values are all short. */
export const bytesSql = (column: Type, value: string) =>
  isText(column) ? (column.type === 'BLOB' ? `octet_length(${value})` : `strlen(${value})`) : '0';

/** Returns SQL for the place of a value on the scale that `scaleOf` names, as text. */
export function measureSql(column: Type, value: string): string {
  if (column.type === 'DATE') return `(${value} - date '1970-01-01')::varchar`;
  return isMoment(column) ? `epoch_us(${value})::varchar` : `${value}::varchar`;
}

export function scaleOf(column: Type): Scale {
  if (column.type === 'DATE') return 'days';
  return isMoment(column) ? 'microseconds' : 'decimal';
}

/** Returns the measure in a text that `measureSql` has made. Decimals are counted in units of their last digit. */
export const measureOf = (text: string): bigint => BigInt(text.replace('.', ''));

/** Returns SQL for the value with a measure, in the column's type. */
export function valueSql({ type }: Type, measure: bigint | number): string {
  if (type === 'DATE') return `(date '1970-01-01' + (${measure}))`;
  if (type === 'TIMESTAMP') return `make_timestamp(${measure})`;
  if (type === 'TIMESTAMP WITH TIME ZONE') return `make_timestamptz(${measure})`;
  const [, scale] = /^DECIMAL\(\d+,(\d+)\)$/.exec(type) ?? [];
  const text = typeof measure === 'bigint' ? decimal(measure, Number(scale ?? 0)) : String(measure);
  return `cast('${text}' as ${type})`;
}

function decimal(measure: bigint, scale: number): string {
  if (scale === 0) return String(measure);
  const digits = String(measure < 0n ? -measure : measure).padStart(scale + 1, '0');
  return `${measure < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
