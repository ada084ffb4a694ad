import { ownValue } from '@headwater/shared/contract/plain';
import { createHash, createHmac } from 'node:crypto';
import { RE2JS } from 're2js';
import { asList, asNumber, type Arguments } from './arguments.ts';
import { Float } from './float.ts';
import { sorted } from './methods.ts';
import {
  calculate,
  exactNumber,
  floatLiteral,
  negated,
  rounded,
  roundedWhole,
  wholeNumber,
  type Calculable,
} from './numbers.ts';
import { TemplateError } from './template-error.ts';
import {
  bounded,
  extremeOf,
  isDict,
  isEqual,
  isNumeric,
  isTrue,
  jsonOf,
  own,
  textOf,
  type Value,
} from './values.ts';

type Filter = (value: Value, given: Arguments) => Value;

const HASHES: ReadonlySet<string> = new Set(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']);

/** The filters that the dialect has, by name: its own, and Jinja's that make sense for data. */
export const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['hash', hash],
  ['hmac', hmac],
  ['base64encode', (value) => Buffer.from(textOf(value)).toString('base64')],
  ['base64decode', (value) => Buffer.from(textOf(value), 'base64').toString()],
  ['base64binascii_decode', (value) => Buffer.from(textOf(value), 'latin1').toString('base64')],
  ['string', (value) => (typeof value === 'string' ? value : `"""${jsonOf(value)}"""`)],
  ['regex_search', regexSearch],
  [
    'regex_replace',
    (value, given) =>
      bounded(
        RE2JS.compile(given.text(0))
          .matcher(textOf(value))
          .replaceAll(replacement(given.text(1))),
      ),
  ],
  ['tojson', (value) => jsonOf(value)],
  ['default', otherwise],
  ['d', otherwise],
  ['int', (value, given) => whole(value, given)],
  ['float', (value, given) => fractional(value, given)],
  ['lower', (value) => textOf(value).toLowerCase()],
  ['upper', (value) => textOf(value).toUpperCase()],
  ['capitalize', (value) => textOf(value).slice(0, 1).toUpperCase() + textOf(value).slice(1).toLowerCase()],
  ['title', (value) => textOf(value).replace(/\b\p{L}/gu, (letter) => letter.toUpperCase())],
  ['trim', (value) => textOf(value).trim()],
  ['replace', (value, given) => bounded(textOf(value).replaceAll(given.text(0), () => given.text(1)))],
  ['urlencode', (value) => urlencoded(value)],
  ['length', (value) => asList(value, 'length').length],
  ['count', (value) => asList(value, 'count').length],
  ['first', (value) => asList(value, 'first')[0]],
  ['last', (value) => asList(value, 'last').at(-1)],
  [
    'join',
    (value, given) =>
      bounded(
        asList(value, 'join')
          .map(textOf)
          .join(given.textOr(0, 'd', '')),
      ),
  ],
  ['list', (value) => [...asList(value, 'list')]],
  ['sort', (value) => sorted(asList(value, 'sort'))],
  ['unique', (value) => unique(asList(value, 'unique'))],
  [
    'reverse',
    (value) =>
      typeof value === 'string' ? [...value].reverse().join('') : [...asList(value, 'reverse')].reverse(),
  ],
  ['sum', (value) => asList(value, 'sum').reduce<Calculable>(added, 0)],
  ['max', (value) => extremeOf(asList(value, 'max'), 1)],
  ['min', (value) => extremeOf(asList(value, 'min'), -1)],
  [
    'abs',
    (value) => {
      const number = calculable(value, 'abs');
      return Number(number) < 0 || Object.is(Number(number), -0) ? negated(number) : number;
    },
  ],
  ['round', round],
  ['selectattr', (value, given) => picked(value, given, 'selectattr', true)],
  ['rejectattr', (value, given) => picked(value, given, 'rejectattr', false)],
  ['map', (value, given) => asList(value, 'map').map((each) => attribute(each, given))],
  ['items', (value) => (isDict(value) ? Object.entries(value).map(([key, each]) => [key, each]) : [])],
  ['safe', (value) => value],
]);

function otherwise(value: Value, given: Arguments): Value {
  const isMissing = value === undefined || (isTrue(given.at(1, 'boolean')) && !isTrue(value));
  return isMissing ? (given.at(0, 'default_value') ?? '') : value;
}

function hash(value: Value, given: Arguments): Value {
  const type = given.textOr(0, 'hash_type', 'md5');
  if (!HASHES.has(type)) throw new TemplateError(`the hash “${type.slice(0, 20)}” isn’t known`);
  return createHash(type)
    .update(textOf(value))
    .update(given.textOr(1, 'salt', ''))
    .digest('hex');
}

function hmac(value: Value, given: Arguments): Value {
  if (given.textOr(1, 'hash_type', 'sha256') !== 'sha256') throw new TemplateError('hmac has sha256 only');
  return createHmac('sha256', given.text(0, 'key')).update(textOf(value)).digest('hex');
}

/** The first group of the first match. Matching takes linear time, whatever the pattern is. */
function regexSearch(value: Value, given: Arguments): Value {
  const matcher = RE2JS.compile(given.text(0, 'regex')).matcher(textOf(value));
  return matcher.find() && matcher.groupCount() > 0 ? (matcher.group(1) ?? '') : '';
}

/** Python writes groups as `\1`, the library as `$1`. */
const replacement = (text: string) =>
  text
    .replaceAll('$', '\\$')
    .replace(/\\g<(\w+)>|\\(\d)/g, (_, name?: string, digit?: string) => `$${name ?? digit}`);

/** A number as it is, or of what is written as one. */
function calculable(value: Value, what: string): Calculable {
  if (isNumeric(value) && typeof value !== 'boolean') return value;
  return asNumber(value, what);
}

function whole(value: Value, given: Arguments): Value {
  if (typeof value === 'bigint') return value;
  const written = typeof value === 'string' ? value.trim().replaceAll(/(?<=\d)_(?=\d)/g, '') : '';
  if (/^[-+]?\d+$/.test(written)) return exactNumber(written);
  const number = typeof value === 'string' ? Number.parseFloat(value) : Number(value ?? NaN);
  return Number.isFinite(number) ? wholeNumber(Math.trunc(number) || 0) : (given.at(0, 'default') ?? 0);
}

function fractional(value: Value, given: Arguments): Value {
  const number = typeof value === 'string' ? floatLiteral(value) : isNumeric(value) ? Number(value) : null;
  return number === null ? (given.at(0, 'default') ?? new Float(0)) : new Float(number);
}

function round(value: Value, given: Arguments): Value {
  const places = Math.trunc(asNumber(given.at(0, 'precision') ?? 0, 'round'));
  const by = ownValue({ floor: Math.floor, ceil: Math.ceil }, given.textOr(1, 'method', 'common'));
  const number = asNumber(value, 'round');
  const factor = 10 ** places;
  if (by) return new Float((by(number * factor) || 0) / factor);
  // A whole number stays one.
  const isWhole = typeof value === 'bigint' || (typeof value !== 'object' && Number.isInteger(number));
  if (!isWhole) return new Float(rounded(number, places));
  if (places >= 0) return calculable(value, 'round');
  return roundedWhole(typeof value === 'bigint' ? value : BigInt(number), -places);
}

function urlencoded(value: Value): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/');
  if (!isDict(value)) return encode(textOf(value));
  return Object.entries(value)
    .map(([key, each]) => `${encodeURIComponent(key)}=${encodeURIComponent(textOf(each))}`)
    .join('&');
}

const added = (sum: Calculable, each: Value) => calculate('+', sum, calculable(each, 'sum'));

function unique(values: readonly Value[]): Value[] {
  const kept: Value[] = [];
  for (const value of values) if (!kept.some((each) => isEqual(each, value))) kept.push(value);
  return kept;
}

function attribute(value: Value, given: Arguments): Value {
  const name = given.named.get('attribute');
  if (name === undefined) throw new TemplateError('map needs attribute=');
  return within(value, textOf(name)) ?? given.named.get('default');
}

/** Dots lead to what is in a value, and numbers to elements of lists. */
function within(value: Value, path: string): Value {
  let found = value;
  for (const name of path.split('.'))
    found = isDict(found) ? own(found, name) : Array.isArray(found) ? found[Number(name)] : undefined;
  return found;
}

const compared = (value: Value, other: Value): number =>
  typeof value === 'string' && typeof other === 'string'
    ? Number(value > other) - Number(value < other)
    : asNumber(value, 'a comparison') - asNumber(other, 'a comparison');

/** What an attribute can be compared with, under all of its names. */
const TESTS: ReadonlyMap<string, (value: Value, other: Value) => boolean> = new Map(
  (
    [
      ['equalto eq ==', isEqual],
      ['ne !=', (value, other) => !isEqual(value, other)],
      ['gt > greaterthan', (value, other) => compared(value, other) > 0],
      ['ge >=', (value, other) => compared(value, other) >= 0],
      ['lt < lessthan', (value, other) => compared(value, other) < 0],
      ['le <=', (value, other) => compared(value, other) <= 0],
      ['in', (value, other) => asList(other, 'in').some((each) => isEqual(each, value))],
      ['defined', (value) => value !== undefined],
      ['undefined', (value) => value === undefined],
      ['none', (value) => value === null],
      ['true', (value) => value === true],
      ['false', (value) => value === false],
    ] as [string, (value: Value, other: Value) => boolean][]
  ).flatMap(([names, test]) => names.split(' ').map((name) => [name, test] as const)),
);

/** Returns the elements whose attribute passes a test, or doesn't. Without a test, it has to be true. */
function picked(value: Value, given: Arguments, filter: string, passes: boolean): Value[] {
  const [path, name, other] = [given.text(0), given.textOr(1, '', ''), given.at(2)];
  const test = name === '' ? isTrue : TESTS.get(name);
  if (!test) throw new TemplateError(`the test “${name.slice(0, 20)}” of ${filter} isn’t known`);
  return asList(value, filter).filter((each) => test(within(each, path), other) === passes);
}
