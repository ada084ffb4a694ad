import { Float } from './float.ts';
import { TemplateError } from './template-error.ts';

/** The most digits of a calculated whole number. */
const MOST_DIGITS = 4_000;

/** A whole number, as a double if that holds it, or one with a point or an exponent. */
export type Calculable = number | bigint | Float;

/** Returns a written number, digit by digit if it is a whole one that a double doesn't hold. */
export function exactNumber(text: string): Calculable {
  const number = Number(text);
  if (!/^[-+]?\d+$/.test(text)) return new Float(number);
  if (Number.isSafeInteger(number)) return number;
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''));
}

/** Returns the number that a literal of Python is. Null if it's none, or one that no double holds. */
export function numberLiteral(text: string): Calculable | null {
  const [, sign = '', written = ''] = /^\s*([-+]?)\s*([\w.+-]+?)\s*$/.exec(text) ?? [];
  if (/^_|__|_$|_\.|\._/.test(written)) return null;
  const digits = written.replaceAll('_', '');
  const sized = (value: Calculable) => (sign === '-' ? negated(value) : value);
  if (/^0(x[\da-f]+|o[0-7]+|b[01]+)$/i.test(digits)) return sized(narrowed(BigInt(digits)));
  if (/^(0+|[1-9]\d*)$/.test(digits)) return sized(exactNumber(digits));
  if (!/^(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits) || /^0\d+$/.test(digits)) return null;
  const number = Number(digits);
  return Number.isFinite(number) ? sized(new Float(number)) : null;
}

/** Only a number with a point has a zero below zero. */
export const negated = (value: Calculable): Calculable => {
  if (value instanceof Float) return new Float(-value.value);
  return typeof value === 'bigint' ? -value : 0 - value;
};

/** Returns the whole number of a double without a fraction. */
export function wholeNumber(value: number): number | bigint {
  if (!Number.isFinite(value)) throw new TemplateError('an infinite number isn’t a whole one');
  return Number.isSafeInteger(value) ? value : BigInt(value);
}

/** Returns the number that Python's `float` reads in a text. Null if it's none. */
export function floatLiteral(text: string): number | null {
  const [, sign = '', written = ''] = /^\s*([-+]?)(\S+)\s*$/.exec(text) ?? [];
  if (/^(inf(inity)?|nan)$/i.test(written))
    return /^n/i.test(written) ? NaN : sign === '-' ? -Infinity : Infinity;
  const digits = written.replaceAll(/(?<=\d)_(?=\d)/g, '');
  return /^(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? Number(sign + digits) : null;
}

/** Returns a whole number as a double if that holds it. */
const narrowed = (whole: bigint): number | bigint =>
  whole >= BigInt(Number.MIN_SAFE_INTEGER) && whole <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(whole)
    : whole;

const isWhole = (value: Calculable) => typeof value === 'bigint' || Number.isSafeInteger(value);

/** Calculates as Python does: with whole numbers exactly, however large they get. */
export function calculate(operator: string, one: Calculable, other: Calculable): Calculable {
  const isFraction = operator === '**' && Number(other) < 0;
  if (('/%'.includes(operator[0]!) && Number(other) === 0) || (isFraction && Number(one) === 0))
    throw new TemplateError('a number is divided by zero');
  const result = byDoubles(operator, Number(one), Number(other));
  if (operator === '**' && Number.isNaN(result))
    throw new TemplateError('a root of a negative number can’t be calculated');
  if (operator === '/' || isFraction || !isWhole(one) || !isWhole(other)) return new Float(result);
  const isExact = typeof one === 'number' && typeof other === 'number' && isWhole(result);
  if (isExact) return result || 0;
  return byWholes(operator, BigInt(one as bigint), BigInt(other as bigint));
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
    case '//': {
      const quotient = (left - remainder(left, right)) / right;
      if (quotient === 0) return left / right < 0 || Object.is(left / right, -0) ? -0 : 0;
      const floor = Math.floor(quotient);
      return quotient - floor > 0.5 ? floor + 1 : floor;
    }
    case '%':
      return remainder(left, right);
    default:
      return left ** right;
  }
}

/** What is left of a division has the sign of the divisor, also if nothing is. */
function remainder(left: number, right: number): number {
  const rest = left % right;
  if (rest === 0) return right < 0 ? -0 : 0;
  return rest < 0 !== right < 0 ? rest + right : rest;
}

function byWholes(operator: string, left: bigint, right: bigint): number | bigint {
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
      if (Number(right) * String(left).length > MOST_DIGITS)
        throw new TemplateError('the result is too long');
      return narrowed(left ** right);
  }
}

function floorOf(left: bigint, right: bigint): bigint {
  const cut = left / right;
  return cut * right !== left && left < 0n !== right < 0n ? cut - 1n : cut;
}

/** Rounds a whole number to tens, hundreds, or more, halves to the even one. */
export function roundedWhole(value: bigint, tens: number): number | bigint {
  const unit = 10n ** BigInt(Math.min(MOST_DIGITS, tens));
  const low = floorOf(value, unit);
  const rest = (value - low * unit) * 2n;
  const isUp = rest > unit || (rest === unit && low % 2n !== 0n);
  return narrowed((isUp ? low + 1n : low) * unit);
}

/** Rounds as Python does: by the exact value of the double, halves to the even neighbor. */
export function rounded(value: number, places: number): number {
  if (!Number.isFinite(value) || value === 0 || Math.abs(value) >= 1e21) return value;
  if (places < 0) {
    const unit = 10 ** Math.min(300, -places);
    const [low, rest] = [Math.floor(Math.abs(value) / unit), Math.abs(value) % unit];
    const isUp = rest > unit / 2 || (rest === unit / 2 && low % 2 !== 0);
    return Math.sign(value) * (low + (isUp ? 1 : 0)) * unit;
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
