import { TemplateError } from './template-error.ts';

/** The most digits of a calculated whole number. */
const MOST_DIGITS = 4_000;

/** Returns a written number, digit by digit if it is a whole one that a double doesn't hold. */
export function exactNumber(text: string): number | bigint {
  const number = Number(text);
  if (Number.isSafeInteger(number) || !/^[-+]?\d+$/.test(text)) return number;
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''));
}

/** Returns the number that a literal of Python is. Null if it's none, or one that no double holds. */
export function numberLiteral(text: string): number | bigint | null {
  const [, sign = '', written = ''] = /^\s*([-+]?)\s*([\w.+-]+?)\s*$/.exec(text) ?? [];
  if (/^_|__|_$|_\.|\._/.test(written)) return null;
  const digits = written.replaceAll('_', '');
  const sized = (value: number | bigint) => (sign === '-' ? -value : value);
  if (/^0(x[\da-f]+|o[0-7]+|b[01]+)$/i.test(digits)) return sized(narrowed(BigInt(digits)));
  if (/^(0+|[1-9]\d*)$/.test(digits)) return sized(exactNumber(digits)) || 0;
  if (!/^(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits) || /^0\d+$/.test(digits)) return null;
  const number = Number(digits);
  return Number.isFinite(number) ? sized(number) : null;
}

/** Returns a whole number as a double if that holds it. */
const narrowed = (whole: bigint): number | bigint =>
  whole >= BigInt(Number.MIN_SAFE_INTEGER) && whole <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(whole)
    : whole;

const isWhole = (value: number | bigint) => typeof value === 'bigint' || Number.isSafeInteger(value);

/** Calculates as Python does: with whole numbers exactly, however large they get. */
export function calculate(operator: string, one: number | bigint, other: number | bigint): number | bigint {
  if ('/%'.includes(operator[0]!) && Number(other) === 0)
    throw new TemplateError('a number is divided by zero');
  const result = byDoubles(operator, Number(one), Number(other));
  if (operator === '/' || !isWhole(one) || !isWhole(other)) return result;
  const isExact = typeof one === 'number' && typeof other === 'number' && isWhole(result);
  return isExact ? result : (byWholes(operator, BigInt(one), BigInt(other)) ?? result);
}

function byDoubles(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '//':
      return Math.floor(left / right);
    case '%':
      return left - right * Math.floor(left / right);
    default:
      return left ** right;
  }
}

/** Null if it isn't whole. */
function byWholes(operator: string, left: bigint, right: bigint): number | bigint | null {
  switch (operator) {
    case '+':
      return narrowed(left + right);
    case '-':
      return narrowed(left - right);
    case '*':
      return narrowed(left * right);
    case '//':
      return narrowed(floorOf(left, right));
    case '%':
      return narrowed(left - right * floorOf(left, right));
    default:
      if (right < 0n) return null;
      if (Number(right) * String(left).length > MOST_DIGITS)
        throw new TemplateError('the result is too long');
      return narrowed(left ** right);
  }
}

function floorOf(left: bigint, right: bigint): bigint {
  const cut = left / right;
  return cut * right !== left && left < 0n !== right < 0n ? cut - 1n : cut;
}

/** Rounds as Python does: by the exact value of the double, halves to the even neighbor. */
export function rounded(value: number, places: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  if (places < 0) {
    const unit = 10 ** Math.min(300, -places);
    const [low, rest] = [Math.floor(value / unit), value - Math.floor(value / unit) * unit];
    const isUp = rest > unit / 2 || (rest === unit / 2 && low % 2 !== 0);
    return (low + (isUp ? 1 : 0)) * unit;
  }
  if (places > 100) return value;
  const exact = Math.abs(value).toFixed(100);
  const point = exact.indexOf('.');
  const rest = exact.slice(point + 1 + places);
  if (!/^50*$/.test(rest)) return Number(value.toFixed(places));
  // toFixed rounds halves up. The digit before decides.
  const digits = exact.slice(0, point) + exact.slice(point + 1, point + 1 + places);
  const even = BigInt(digits) + (BigInt(digits) % 2n);
  return Math.sign(value) * Number(`${even}e-${places}`);
}
