import type { StreamColumn } from '@headwater/protocol/protocol';
import { NumberShape, type NumberFacts } from '../csv/csv.numbers.ts';
import type { FormatName } from '../file-format.ts';

export type ValueType = Pick<StreamColumn, 'kind' | 'type' | 'encoding'>;

const TEXT: ValueType = { kind: 'text', type: 'VARCHAR', encoding: 'value' };

/** Formats in which a date becomes a moment without being written in another way. */
const HAS_MOMENTS: ReadonlySet<FormatName> = new Set(['xlsx', 'ods', 'parquet']);

/**
 * Returns the type for the values of a column that has different types in different files. Null stands for numbers of
 * which not all facts are known.
 */
export function unitedType(
  types: readonly ValueType[],
  numbers: readonly NumberFacts[] | null,
  format: FormatName,
): ValueType {
  const [first, ...others] = types;
  if (!first) return TEXT;
  if (others.every(({ type, kind }) => type === first.type && kind === first.kind)) return first;
  const kinds = new Set(types.map(({ kind }) => kind));
  if (kinds.size === 1 && first.kind === 'number') return number(numberType(types, numbers, format));
  if (kinds.has('json') && format !== 'parquet') return { kind: 'json', type: 'JSON', encoding: 'json' };
  const names = new Set(types.map(({ type }) => type));
  const isMoments = [...names].every((name) => name === 'DATE' || name === 'TIMESTAMP');
  if (isMoments && HAS_MOMENTS.has(format))
    return { kind: 'timestamp', type: 'TIMESTAMP', encoding: 'value' };
  return TEXT;
}

const number = (type: string): ValueType =>
  type === 'VARCHAR' ? TEXT : { kind: 'number', type, encoding: 'value' };

function numberType(
  types: readonly ValueType[],
  numbers: readonly NumberFacts[] | null,
  format: FormatName,
): string {
  if (numbers) return NumberShape.of(numbers).type();
  const names = types.map(({ type }) => type);
  const doubles = names.filter((name) => DOUBLES.has(name));
  if (doubles.length > 0) {
    // Text is compared with the number that it became, and what the engine casts is not.
    const isExact = format !== 'parquet' || names.every((name) => DOUBLES.has(name) || SMALL.has(name));
    return isExact ? 'DOUBLE' : 'VARCHAR';
  }
  const digits = names.map(digitsOf);
  const scale = Math.max(...digits.map((each) => each.scale));
  const whole = Math.max(...digits.map((each) => each.whole));
  if (scale === 0 && whole <= 19) return WHOLE.find(([, most]) => whole <= most)![0];
  if (whole + scale > 38) return 'VARCHAR';
  return `DECIMAL(${whole + scale > 18 ? 38 : 18},${scale})`;
}

const DOUBLES: ReadonlySet<string> = new Set(['FLOAT', 'DOUBLE']);
const SMALL: ReadonlySet<string> = new Set(['SMALLINT', 'INTEGER']);
/** The most digits of each type. */
const WHOLE = [
  ['SMALLINT', 5],
  ['INTEGER', 10],
  ['BIGINT', 19],
] as const;

function digitsOf(type: string): { whole: number; scale: number } {
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision !== undefined) return { whole: Number(precision) - Number(scale), scale: Number(scale) };
  return { whole: WHOLE.find(([name]) => name === type)?.[1] ?? 38, scale: 0 };
}
