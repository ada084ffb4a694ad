import { Moment, parseIso } from './moments.ts';
import { TemplateError } from './template-error.ts';
import { isDict, isNumeric, kindOf, textOf, type Dict, type Value } from './values.ts';

/** The arguments of a macro, a method, or a filter. */
export class Arguments {
  readonly #name: string;
  readonly #values: readonly Value[];
  readonly #named: ReadonlyMap<string, Value>;

  constructor(name: string, values: readonly Value[], named: ReadonlyMap<string, Value>) {
    this.#name = name;
    this.#values = values;
    this.#named = named;
  }

  get all(): readonly Value[] {
    return this.#values;
  }

  get named(): ReadonlyMap<string, Value> {
    return this.#named;
  }

  at(position: number, name = ''): Value {
    return position < this.#values.length ? this.#values[position] : this.#named.get(name);
  }

  text(position: number, name = ''): string {
    const value = this.at(position, name);
    if (value === undefined || value === null) throw new TemplateError(`${this.#name} needs a text`);
    return textOf(value);
  }

  textOr(position: number, name: string, otherwise: string): string {
    const value = this.at(position, name);
    return value === undefined || value === null ? otherwise : textOf(value);
  }

  number(position: number, name = ''): number {
    return asNumber(this.at(position, name), this.#name);
  }

  list(position: number): readonly Value[] {
    return asList(this.at(position), this.#name);
  }
}

export function asNumber(value: Value, what: string): number {
  if (isNumeric(value)) return Number(value);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  if (Number.isNaN(number)) throw new TemplateError(`${what} needs a number, not ${kindOf(value)}`);
  return number;
}

/** Returns what a value consists of: the elements of a list, the keys of an object, the characters of a text. */
export function asList(value: Value, what: string): readonly Value[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return [...value];
  if (isDict(value)) return Object.keys(value as Dict);
  if (value === undefined) return [];
  throw new TemplateError(`${what} needs a list, not ${kindOf(value)}`);
}

export function asMoment(value: Value, what: string): Moment {
  if (value instanceof Moment) return value;
  if (isNumeric(value)) return new Moment(Number(value) * 1000);
  if (typeof value === 'string') return parseIso(value);
  throw new TemplateError(`${what} needs a time, not ${kindOf(value)}`);
}
