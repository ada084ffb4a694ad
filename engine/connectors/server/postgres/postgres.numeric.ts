import { setBig, setWhole, type FixedValue, type Target, type ToText } from './postgres.values.ts';

/**
 * A numeric is sent as its number of digits to the base of 10,000, the weight of the first of them, a sign, and the
 * number of decimal places to write, followed by the digits.
 */
const DIGITS = 8;
const NEGATIVE = 0x4000;
const WORDS: Readonly<Record<number, string>> = { 0xc000: 'NaN', 0xd000: 'Infinity', 0xf000: '-Infinity' };

const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** Returns how numerics become a DECIMAL with these digits. */
export function decimalValue(precision: number, scale: number): FixedValue {
  const width = precision <= 4 ? 2 : precision <= 9 ? 4 : precision <= 18 ? 8 : 16;
  const limit = 10 ** Math.min(precision, 16);
  return {
    sent: null,
    width,
    text: numericText,
    write(target, row, view, at) {
      const sign = view.getUint16(at + 4);
      if (WORDS[sign] !== undefined) return false;
      const count = view.getUint16(at);
      // By how many decimal places the last digit is above the type's last place.
      const shift = (view.getInt16(at + 2) - count + 1) * 4 + scale;
      let value = 0;
      for (let digit = 0; digit < count; digit += 1)
        value = value * 10_000 + view.getUint16(at + DIGITS + digit * 2);
      const isWhole = value <= Number.MAX_SAFE_INTEGER;
      if (value !== 0) value = shift >= 0 ? value * POWERS[shift]! : value / POWERS[-shift]!;
      if (!isWhole || !(value <= Number.MAX_SAFE_INTEGER)) {
        return setLarge(target, row, view, at, { width, shift, precision });
      }
      // An exact quotient would be a fraction, too, so rounding can't hide one.
      if (!Number.isInteger(value) || value >= limit) return false;
      setSmall(target, row, width, sign === NEGATIVE ? -value : value);
      return true;
    },
  };
}

function setSmall(target: Target, row: number, width: number, value: number): void {
  const { shorts, words } = target;
  if (width === 2) shorts[row] = value;
  else if (width === 4) words[row] = value;
  else {
    const at = (row * width) / 4;
    setWhole(target, at, value);
    if (width === 16) words[at + 2] = words[at + 3] = value < 0 ? -1 : 0;
  }
}

interface Decimal {
  width: number;
  shift: number;
  precision: number;
}

/** Does the same for numbers of which 53 bits can't hold all digits. */
function setLarge(
  target: Target,
  row: number,
  view: DataView,
  at: number,
  { width, shift, precision }: Decimal,
): boolean {
  let value = 0n;
  const count = view.getUint16(at);
  for (let digit = 0; digit < count; digit += 1) {
    value = value * 10_000n + BigInt(view.getUint16(at + DIGITS + digit * 2));
  }
  const power = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && value % power !== 0n) return false;
  value = shift < 0 ? value / power : value * power;
  if (value >= 10n ** BigInt(precision)) return false;
  if (view.getUint16(at + 4) === NEGATIVE) value = -value;
  if (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER)
    setSmall(target, row, width, Number(value));
  else setBig(target, (row * width) / 4, value, width / 4);
  return true;
}

/** Returns a numeric with all its digits, as PostgreSQL writes it. */
export const numericText: ToText = (view, at) => {
  const sign = view.getUint16(at + 4);
  const word = WORDS[sign];
  if (word !== undefined) return word;
  const count = view.getUint16(at);
  const weight = view.getInt16(at + 2);
  const places = view.getUint16(at + 6);
  const digit = (position: number) =>
    position >= 0 && position < count ? view.getUint16(at + DIGITS + position * 2) : 0;
  let text = sign === NEGATIVE ? '-' : '';
  text += String(weight < 0 ? 0 : digit(0));
  for (let position = 1; position <= weight; position += 1) text += fourDigits(digit(position));
  if (places === 0) return text;
  let fraction = '';
  for (let position = weight + 1; fraction.length < places; position += 1)
    fraction += fourDigits(digit(position));
  return `${text}.${fraction.slice(0, places)}`;
};

const fourDigits = (digit: number) => String(digit).padStart(4, '0');
