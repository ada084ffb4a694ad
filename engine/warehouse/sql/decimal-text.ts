const WHOLE = '0|[1-9][0-9]*';

/** Returns the pattern of a plain number without extra leading zeros and with at most `scale` decimal places. */
export const plainDigits = (scale: number | '') =>
  scale === 0 ? `-?(${WHOLE})` : `-?((${WHOLE})([.][0-9]{1,${scale}})?|[.][0-9]{1,${scale}})`;

/**
 * Returns SQL for the DECIMAL of a number in plain digits with at most `scale` decimal places. It throws if the
 * number has too many digits before the point. Up to 18 digits, the engine's own cast is exact and fast. For more,
 * the engine converts a whole number 100 times faster than text, and multiplying it by the smallest step is exact.
 */
export function decimalOf(field: string, precision: number, scale: number): string {
  if (precision <= 18) return `cast(${field} as decimal(${precision},${scale}))`;
  const whole = (text: string) => `cast(cast(${text} as hugeint) as decimal(38,0))`;
  if (scale === 0) return `cast(${whole(field)} as decimal(${precision},0))`;
  const digits = `split_part(${field}, '.', 1) || rpad(split_part(${field}, '.', 2), ${scale}, '0')`;
  const step = `0.${'0'.repeat(scale - 1)}1::decimal(${scale},${scale})`;
  return `cast(${whole(digits)} * ${step} as decimal(${precision},${scale}))`;
}
