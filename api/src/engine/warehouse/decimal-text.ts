const WHOLE = '0|[1-9][0-9]*';

/** Of a number in plain digits, with no zero before its first that isn't needed, and at most so many behind its point. */
export const plainDigits = (scale: number | '') =>
  scale === 0 ? `-?(${WHOLE})` : `-?((${WHOLE})([.][0-9]{1,${scale}})?|[.][0-9]{1,${scale}})`;

/**
 * SQL for the DECIMAL of a number in plain digits, which has no more of them behind its point than `scale`; throws for
 * one that has too many before it. Up to 18 digits the engine's own cast is right and quick; a longer one it makes out
 * of a whole number 100 times faster than out of text, and multiplying that by the smallest step is exact.
 */
export function decimalOf(field: string, precision: number, scale: number): string {
  if (precision <= 18) return `cast(${field} as decimal(${precision},${scale}))`;
  const whole = (text: string) => `cast(cast(${text} as hugeint) as decimal(38,0))`;
  if (scale === 0) return `cast(${whole(field)} as decimal(${precision},0))`;
  const digits = `split_part(${field}, '.', 1) || rpad(split_part(${field}, '.', 2), ${scale}, '0')`;
  const step = `0.${'0'.repeat(scale - 1)}1::decimal(${scale},${scale})`;
  return `cast(${whole(digits)} * ${step} as decimal(${precision},${scale}))`;
}
