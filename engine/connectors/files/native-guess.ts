import type { ColumnKind } from '@headwater/shared/contract';
import type { Encoding } from '@headwater/protocol/protocol';
import { TypeGuess, type ColumnFacts } from './csv/csv.types.ts';

export interface NativeType {
  kind: ColumnKind;
  type: string;
  encoding: Encoding;
}

/**
 * Determines a column's type from all its values where the file itself says what a number, a text, and a truth value
 * are. A text is a date, a time, or a UUID only if it's written as such, and never a number. Mixed columns are text.
 */
export class NativeGuess {
  readonly #numbers = new TypeGuess();
  readonly #texts = new TypeGuess();
  #seen = 0;
  /** How many rows have a value. */
  values = 0;

  number(bytes: Buffer, start: number, end: number): void {
    this.values += 1;
    if ((this.#seen & ~NUMBERS) === 0) this.#numbers.see(bytes, start, end, false);
    this.#seen |= NUMBERS;
  }

  text(bytes: Buffer, start: number, end: number): void {
    this.values += 1;
    if ((this.#seen & ~TEXTS) === 0) this.#texts.seeText(bytes, start, end);
    this.#seen |= TEXTS;
  }

  /** A text that isn't a date or the like, whatever it looks like. */
  plainText(): void {
    this.values += 1;
    this.#seen |= PLAIN_TEXTS;
  }

  /** A date of which the file itself says that it's one. */
  moment(hasTime: boolean): void {
    this.values += 1;
    this.#seen |= hasTime ? MOMENTS : DATES;
  }

  truth(): void {
    this.values += 1;
    this.#seen |= TRUTHS;
  }

  nested(): void {
    this.values += 1;
    this.#seen |= NESTED;
  }

  get facts(): ColumnFacts {
    const { facts } = this.#numbers.result({ ...PLAIN_NUMBERS });
    return { isEmpty: this.values === 0, ...(this.#seen === NUMBERS && { numbers: facts.numbers }) };
  }

  get result(): NativeType {
    if (this.#seen & NESTED) return { kind: 'json', type: 'JSON', encoding: 'json' };
    if (this.#seen === TRUTHS) return { kind: 'boolean', type: 'BOOLEAN', encoding: 'value' };
    if (this.#seen === NUMBERS) return this.#numbers.result({ ...PLAIN_NUMBERS });
    if (this.#seen === DATES) return { kind: 'date', type: 'DATE', encoding: 'value' };
    if ((this.#seen & ~DATES) === MOMENTS) return { kind: 'timestamp', type: 'TIMESTAMP', encoding: 'value' };
    if (this.#seen === TEXTS) return this.#texts.result();
    return { kind: 'text', type: 'VARCHAR', encoding: 'value' };
  }
}

const PLAIN_NUMBERS = { decimalMark: '.', dateOrder: undefined, markIsChosen: true } as const;

const NUMBERS = 1;
const TEXTS = 2;
const PLAIN_TEXTS = 4;
const TRUTHS = 8;
const NESTED = 16;
const DATES = 32;
const MOMENTS = 64;
