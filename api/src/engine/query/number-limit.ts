import { literal } from '../warehouse/sql.ts';

const WHOLE = /^(SMALLINT|INTEGER|BIGINT)$/;
const DECIMAL = /^DECIMAL\((\d+),(\d+)\)$/;

/** Whether a number limits values of whole numbers: also one between two of them, or beyond all. */
export const isNumberLimit = (type: string, operator: string, value: string): boolean =>
  WHOLE.test(type) && isRange(operator) && /^-?\d{1,37}(\.\d{1,30})?$/.test(value);

const isRange = (operator: string) => operator.startsWith('greater') || operator.startsWith('less');

/**
 * Returns SQL for a limit that a column's own type can't hold, or null if it can. Whole numbers are compared with the whole
 * number next to it, on the side that leaves the same ones.
 */
export function limitSql(type: string, operator: string, text: string): string | null {
  const [, whole = '', fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (!isRange(operator) || whole === '') return null;
  if (WHOLE.test(type)) {
    const isBetween = /[1-9]/.test(fraction);
    const isUp = operator === 'greater_or_equal' || operator === 'less';
    const isBelow = text.startsWith('-');
    const next = BigInt(whole) + (!isBetween ? 0n : isUp ? (isBelow ? 0n : 1n) : isBelow ? -1n : 0n);
    return `cast(${literal(String(next))} as HUGEINT)`;
  }
  const digits = whole.replace('-', '').length;
  const [, precision, scale] = DECIMAL.exec(type) ?? [];
  if (precision === undefined || digits <= Number(precision) - Number(scale)) return null;
  return `cast(${literal(text)} as DECIMAL(38,${Math.min(fraction.length, 38 - digits)}))`;
}
