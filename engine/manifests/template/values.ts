import { ownValue } from '@headwater/shared/contract/plain';
import { Float, floatText } from './float.ts';
import { Moment, Span } from './moments.ts';
import { TemplateError } from './template-error.ts';

/** An object of data. It has no prototype, so that no name leads to anything but data. */
export interface Dict {
  [key: string]: Value;
}

/**
 * Everything that a template can hold. Functions of the host are none of it: macros, methods, and filters are names
 * that the evaluator looks up. A missing value is undefined.
 */
export type Value =
  undefined | null | string | number | bigint | Float | boolean | Value[] | Dict | Moment | Span;

/** The longest text that a template can make, in characters. */
const LONGEST_TEXT = 4 * 1024 ** 2;

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isWhole(value);

/** Whether a value of a class of its own has no parts. */
const isWhole = (value: object): value is Float | Moment | Span =>
  value instanceof Float || value instanceof Moment || value instanceof Span;

export const newDict = (entries: Iterable<readonly [string, Value]> = []): Dict => {
  const dict = Object.create(null) as Dict;
  for (const [key, value] of entries) dict[key] = value;
  return dict;
};

export const own = (dict: Dict, key: string): Value => (Object.hasOwn(dict, key) ? dict[key] : undefined);

/** Returns a copy of data that consists of objects without a prototype. */
export function dataOf(value: unknown, depth = 0): Value {
  if (depth > 200) throw new TemplateError('data is nested too deeply');
  if (Array.isArray(value)) return value.map((each) => dataOf(each, depth + 1));
  if (typeof value === 'object' && value !== null && isWhole(value)) return value;
  if (typeof value === 'object' && value !== null)
    return newDict(Object.entries(value).map(([key, each]) => [key, dataOf(each, depth + 1)]));
  return value as Value;
}

export function isTrue(value: Value): boolean {
  if (value === undefined || value === null || value === false || value === '' || value === 0) return false;
  if (value === 0n || (value instanceof Float && value.value === 0)) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Span) return value.milliseconds !== 0 || value.months !== 0;
  return isDict(value) ? Object.keys(value).length > 0 : true;
}

/** Returns a value as Python's `str` writes it. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  return reprOf(value, false);
}

function reprOf(value: Value, isQuoted = true): string {
  if (value === undefined || value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return isQuoted ? quoted(value) : value;
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatText(value);
  if (typeof value === 'bigint' || value instanceof Float || value instanceof Moment) return String(value);
  if (value instanceof Span) return spanText(value);
  if (Array.isArray(value)) return bounded(`[${value.map((each) => reprOf(each)).join(', ')}]`);
  return bounded(
    `{${Object.entries(value)
      .map(([key, each]) => `${quoted(key)}: ${reprOf(each)}`)
      .join(', ')}}`,
  );
}

function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  if (escaped.includes("'") && !escaped.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}

function spanText({ milliseconds, days }: Span): string {
  const rest = milliseconds - days * 86_400_000;
  const seconds = Math.floor(rest / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...others] = clock;
  const time = [hours, ...others.map((part) => String(part).padStart(2, '0'))].join(':');
  return days === 0 ? time : `${days} day${Math.abs(days) === 1 ? '' : 's'}, ${time}`;
}

/** Throws if a text has become too long. */
export function bounded(text: string): string {
  if (text.length > LONGEST_TEXT) throw new TemplateError('the result is too long');
  return text;
}

/** The types don't know it yet. */
const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** Returns data as JSON, with numbers digit by digit. */
export const jsonOf = (value: Value): string =>
  JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'bigint') return rawJson(String(each));
    if (Object.is(each, -0)) return rawJson('-0');
    return each instanceof Moment || each instanceof Span ? textOf(each) : each;
  }) ?? 'null';

export function isEqual(one: Value, other: Value): boolean {
  if (one instanceof Moment && other instanceof Moment) return one.milliseconds === other.milliseconds;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isEqual(each, other[at]));
  if (isDict(one) && isDict(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
    );
  }
  // Of a double and a whole number without a limit, only this comparison is exact.
  if (isNumeric(one) && isNumeric(other))
    return numberOf(one) <= numberOf(other) && numberOf(one) >= numberOf(other);
  return (one ?? null) === (other ?? null);
}

export const isNumeric = (value: Value): value is number | bigint | Float | boolean =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  typeof value === 'boolean' ||
  value instanceof Float;

const numberOf = (value: number | bigint | Float | boolean) =>
  typeof value === 'bigint' ? value : Number(value);

/** Returns a negative number, zero, or a positive one, as values are sorted. */
export function compare(one: Value, other: Value): number {
  const [left, right] = [comparable(one), comparable(other)];
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (const [at, each] of left.entries()) {
      if (at >= right.length) return 1;
      const order = compare(each, right[at]);
      if (order !== 0) return order;
    }
    return left.length - right.length;
  }
  const areNumbers = [left, right].every((each) => typeof each === 'number' || typeof each === 'bigint');
  if (!areNumbers) throw new TemplateError(`${kindOf(one)} and ${kindOf(other)} can’t be compared`);
  return (left as number) < (right as number) ? -1 : (left as number) > (right as number) ? 1 : 0;
}

/** Returns the greatest value, or the least one for a sign of -1: the first of those that are equal. */
export const extremeOf = (values: readonly Value[], sign: 1 | -1): Value =>
  values.length === 0
    ? undefined
    : values.reduce((best, each) => (sign * compare(each, best) > 0 ? each : best));

function comparable(value: Value): string | number | bigint | Value[] | null {
  if (typeof value === 'boolean' || value instanceof Float) return Number(value);
  if (value instanceof Moment || value instanceof Span) return value.milliseconds;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  return Array.isArray(value) ? value : null;
}

export function kindOf(value: Value): string {
  if (value === undefined) return 'a missing value';
  if (value === null) return 'none';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Moment) return 'a time';
  if (value instanceof Span) return 'a duration';
  return isDict(value)
    ? 'an object'
    : (ownValue({ string: 'a text', boolean: 'true or false' }, typeof value as string) ?? 'a number');
}
