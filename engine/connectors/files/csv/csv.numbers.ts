export type DecimalMark = '.' | ',';

/** A number as written in a file, taken apart. */
export interface Figure {
  /** The digits without sign, grouping, and affix, with a point before the fraction. */
  plain: string;
  negative: boolean;
  /** Such as `%`, `€`, or `USD`; '' for none. */
  affix: string;
}

const SPACE = '[ \\u00a0\\u202f]';
const AFFIX = '[%€$£¥]|EUR|USD|GBP|CHF|JPY';
const FIGURE = new RegExp(
  `^(-?)(?:(${AFFIX})${SPACE}?)?(-?)([\\d.,'’ \\u00a0\\u202f]*\\d)(-?)(?:${SPACE}?(${AFFIX}))?(-?)$`,
);
const GROUPED = {
  '.': new RegExp(`^(?:(\\d{1,3}(?:([,'’ \\u00a0\\u202f])\\d{3})(?:\\2\\d{3})*)|(\\d*))(?:\\.(\\d+))?$`),
  ',': new RegExp(`^(?:(\\d{1,3}(?:([.'’ \\u00a0\\u202f])\\d{3})(?:\\2\\d{3})*)|(\\d*))(?:,(\\d+))?$`),
};

/**
 * Reads a number with grouped thousands, a currency or percent sign, a decimal comma, or the minus of bookkeeping:
 * `(99.00)`, `1.234,50-`; else returns null.
 */
export function figureOf(text: string, mark: DecimalMark): Figure | null {
  const inParentheses = /^\((.*)\)$/.exec(text)?.[1];
  const outer = FIGURE.exec(inParentheses ?? text);
  if (!outer) return null;
  const [, sign, before = '', innerSign, body, signBehind, after = '', lastSign] = outer;
  const signs = [sign, innerSign, signBehind, lastSign].filter(Boolean).length + (inParentheses ? 1 : 0);
  if (signs > 1 || (before && after)) return null;
  const inner = GROUPED[mark].exec(body!);
  if (!inner) return null;
  const [, grouped, , digits = '', fraction = ''] = inner;
  const whole = grouped?.replace(/\D/g, '') ?? digits;
  if (/^0\d/.test(whole) || whole + fraction === '') return null;
  return {
    plain: fraction ? `${whole}.${fraction}` : whole,
    negative: signs === 1,
    affix: before || after,
  };
}

/** Returns whether the nearest double, in its shortest form, has all digits of the number. */
function survivesDouble(text: string): boolean {
  const value = Number(text);
  // Nearly always so, and comparing digits takes ten times as long.
  if (String(value) === text) return true;
  return Number.isFinite(value) && significant(String(value)) === significant(text);
}

/** Returns the significant digits and the exponent: `0.0120` and `1.2e-2` both become `12e-3`. */
function significant(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return kept === '' ? '0' : `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** What a column's type depends on, as it can be stored, and joined with that of the same column in other files. */
export interface NumberFacts {
  whole: number;
  /** 0 if no number has a fraction. */
  leastScale: number;
  scale: number;
  fitsInt64: boolean;
  survives: boolean;
  special: boolean;
  sawDigits: boolean;
}

/** Collects from a column's numbers what its type depends on. */
export class NumberShape {
  #whole = 0;
  #leastScale = Infinity;
  #scale = 0;
  #fitsInt64 = true;
  #survives = true;
  #special = false;
  #sawDigits = false;
  /** At least one number has no fraction. */
  hasWholes = false;

  /** Returns the shape of the numbers of several columns together. */
  static of(columns: readonly NumberFacts[]): NumberShape {
    const all = new NumberShape();
    for (const { whole, leastScale, scale, fitsInt64, survives, special, sawDigits } of columns) {
      all.#whole = Math.max(all.#whole, whole);
      all.#scale = Math.max(all.#scale, scale);
      if (leastScale > 0) all.#leastScale = Math.min(all.#leastScale, leastScale);
      all.#fitsInt64 &&= fitsInt64;
      all.#survives &&= survives;
      all.#special ||= special;
      all.#sawDigits ||= sawDigits;
    }
    return all;
  }

  /** Adds a number in plain digits. `text` is only used if it has more than 15 digits. */
  see(wholeDigits: number, scale: number, text: string): void {
    this.#sawDigits = true;
    if (scale === 0) this.hasWholes = true;
    if (wholeDigits > this.#whole) this.#whole = wholeDigits;
    if (scale > 0) {
      if (scale > this.#scale) this.#scale = scale;
      if (scale < this.#leastScale) this.#leastScale = scale;
    }
    if (wholeDigits > 18 && this.#fitsInt64) this.#fitsInt64 = wholeDigits === 19 && fitsInt64(text);
    if (wholeDigits + scale > 15 && this.#survives) this.#survives = survivesDouble(text);
  }

  /** Adds a number with an exponent, NaN, or Infinity. */
  seeSpecial(text: string): void {
    this.#special = true;
    if (!/\d/.test(text)) return;
    this.#sawDigits = true;
    this.#survives &&= survivesDouble(text);
  }

  /**
   * Returns a type that loses no digit. Fractions of equal length become a DECIMAL, in one of two widths only, so that
   * next month's file gets the same type as this month's. With fractions of different lengths, a DECIMAL would show
   * zeros that the file doesn't have. Those, and numbers of more than 18 digits with fractions, become a DOUBLE if it
   * shows each value with the digits in the file.
   */
  type(): string {
    if (this.#special) return this.#survives && this.#sawDigits ? 'DOUBLE' : 'VARCHAR';
    if (this.#scale === 0 && this.#fitsInt64) return 'BIGINT';
    const digits = this.#whole + this.#scale;
    const isEven = this.#leastScale === this.#scale;
    if (this.#scale > 0 && this.#survives && (!isEven || digits > 18)) return 'DOUBLE';
    if (digits > 38) return 'VARCHAR';
    return `DECIMAL(${digits > 18 ? 38 : 18},${this.#scale})`;
  }

  get facts(): NumberFacts {
    return {
      whole: this.#whole,
      leastScale: Number.isFinite(this.#leastScale) ? this.#leastScale : 0,
      scale: this.#scale,
      fitsInt64: this.#fitsInt64,
      survives: this.#survives,
      special: this.#special,
      sawDigits: this.#sawDigits,
    };
  }

  get hasFractions(): boolean {
    return this.#scale > 0;
  }
}

function fitsInt64(text: string): boolean {
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value;
}
