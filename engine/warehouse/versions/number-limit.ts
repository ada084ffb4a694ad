import { literal } from '../sql/sql.ts';

const WHOLE = /^(SMALLINT|INTEGER|BIGINT)$/;
const DECIMAL = /^DECIMAL\((\d+),(\d+)\)$/;

/** Whether a number limits values of whole numbers: also one between two of them, or beyond all. */
export const isNumberLimit = (type: string, operator: string, value: string): boolean =>
  WHOLE.test(type) && isRange(operator) && /^-?\d{1,37}(\.\d{1,30})?$/.test(value);

const isRange = (operator: string) => operator.startsWith('greater') || operator.startsWith('less');

/**
 * Returns SQL for a limit of exact numbers, and null for other types. With more digits behind the point than the type has, it's
 * the next value of the type on the side that leaves the same ones: a cast would round, to either side.
 */
export function limitSql(type: string, operator: string, text: string): string | null {
  const exact = WHOLE.test(type) ? { precision: 38, scale: 0 } : decimalType(type);
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (!exact || !isRange(operator) || whole === '') return null;
  const { precision, scale } = exact;
  const isUp = operator === 'greater_or_equal' || operator === 'less';
  const isBetween = /[1-9]/.test(fraction.slice(scale));
  const cut = BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`);
  const next = isBetween && isUp === (sign === '') ? cut + 1n : cut;
  // Beyond all values of the type.
  if (String(next).length > precision) return `cast(${literal(`${sign}1e39`)} as DOUBLE)`;
  const digits = String(next).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const number = `${sign}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`;
  return `cast(${literal(number)} as ${WHOLE.test(type) ? 'HUGEINT' : type})`;
}

/** Returns whether a column can have a value that is a number. Of a decimal, a cast would round it to one that it isn't. */
export function canHold(type: string, text: string): boolean {
  const exact = decimalType(type);
  const [, whole = '', fraction = ''] = /^-?0*(\d*)(?:\.(\d+))?$/.exec(text) ?? [];
  return (
    !exact || (whole.length <= exact.precision - exact.scale && !/[1-9]/.test(fraction.slice(exact.scale)))
  );
}

function decimalType(type: string): { precision: number; scale: number } | null {
  const [, precision, scale] = DECIMAL.exec(type) ?? [];
  return precision === undefined ? null : { precision: Number(precision), scale: Number(scale) };
}
