/** The types don't know it yet. */
const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/**
 * A number with a point or an exponent. To the dialect it's another one than a whole number, also if it has no fraction: it
 * is written as `1.0`, and so is what is calculated with it.
 */
export class Float {
  readonly value: number;
  /** As a server has sent it. */
  readonly #sent: string | null;

  constructor(value: number, sent: string | null = null) {
    this.value = value;
    this.#sent = sent;
  }

  /** Its digits as they were sent, or else as Python writes them. */
  get digits(): string {
    return this.#sent ?? floatText(this.value);
  }

  valueOf(): number {
    return this.value;
  }

  /** As Python writes it. */
  toString(): string {
    return floatText(this.value);
  }

  toJSON(): unknown {
    return this.#sent !== null || Number.isFinite(this.value) ? rawJson(this.digits) : null;
  }
}

/** Returns a number as Python's `repr` writes one that isn't whole by its kind. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [digits, exponent] = value.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  if (power < -4 || power >= 16)
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}
