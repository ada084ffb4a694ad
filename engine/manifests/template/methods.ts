import { ownValue } from '@headwater/shared/contract/plain';
import { asNumber, type Arguments } from './arguments.ts';
import { Float } from './float.ts';
import { formatMoment, Moment, Span, parseMoment } from './moments.ts';
import { bounded, compare, isDict, isEqual, own, textOf, type Dict, type Value } from './values.ts';

type Method<Of> = (of: Of, given: Arguments) => Value;
type Methods<Of> = ReadonlyMap<string, Method<Of>>;

const TEXT: Methods<string> = new Map<string, Method<string>>([
  ['lower', (text) => text.toLowerCase()],
  ['upper', (text) => text.toUpperCase()],
  ['title', (text) => text.toLowerCase().replace(/\b\p{L}/gu, (letter) => letter.toUpperCase())],
  ['capitalize', (text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()],
  ['strip', (text, given) => stripped(text, given, true, true)],
  ['lstrip', (text, given) => stripped(text, given, true, false)],
  ['rstrip', (text, given) => stripped(text, given, false, true)],
  ['startswith', (text, given) => prefixes(given).some((each) => text.startsWith(each))],
  ['endswith', (text, given) => prefixes(given).some((each) => text.endsWith(each))],
  ['replace', (text, given) => bounded(text.replaceAll(given.text(0), () => given.text(1)))],
  ['split', split],
  ['rsplit', (text, given) => rsplit(text, given)],
  ['join', (text, given) => bounded(given.list(0).map(textOf).join(text))],
  ['find', (text, given) => text.indexOf(given.text(0))],
  ['count', (text, given) => text.split(given.text(0)).length - 1],
  ['isdigit', (text) => /^\d+$/.test(text)],
  ['isnumeric', (text) => /^\d+$/.test(text)],
  ['isalpha', (text) => /^\p{L}+$/u.test(text)],
  ['isalnum', (text) => /^[\p{L}\p{N}]+$/u.test(text)],
  ['zfill', (text, given) => text.padStart(Math.min(1000, given.number(0)), '0')],
  [
    'removeprefix',
    (text, given) => (text.startsWith(given.text(0)) ? text.slice(given.text(0).length) : text),
  ],
  [
    'removesuffix',
    (text, given) =>
      text.endsWith(given.text(0)) ? text.slice(0, text.length - given.text(0).length) : text,
  ],
  ['encode', (text) => text],
  ['decode', (text) => text],
]);

const DICT: Methods<Dict> = new Map<string, Method<Dict>>([
  [
    'get',
    (dict, given) =>
      Object.hasOwn(dict, given.text(0)) ? own(dict, given.text(0)) : (given.at(1, 'default') ?? null),
  ],
  ['keys', (dict) => Object.keys(dict)],
  ['values', (dict) => Object.values(dict)],
  ['items', (dict) => Object.entries(dict).map(([key, value]) => [key, value])],
]);

const LIST: Methods<Value[]> = new Map<string, Method<Value[]>>([
  ['index', (list, given) => list.findIndex((each) => isEqual(each, given.at(0)))],
  ['count', (list, given) => list.filter((each) => isEqual(each, given.at(0))).length],
]);

const MOMENT: Methods<Moment> = new Map<string, Method<Moment>>([
  ['strftime', (moment, given) => formatMoment(moment, given.text(0))],
  ['strptime', (_moment, given) => parseMoment(given.text(0), given.text(1))],
  ['isoformat', (moment) => moment.isoformat()],
  ['timestamp', (moment) => new Float(moment.milliseconds / 1000)],
  [
    'date',
    (moment) =>
      new Moment(
        Math.floor((moment.milliseconds + moment.offsetMinutes * 60_000) / 86_400_000) * 86_400_000,
        0,
        true,
      ),
  ],
  [
    'weekday',
    (moment) => (new Date(moment.milliseconds + moment.offsetMinutes * 60_000).getUTCDay() + 6) % 7,
  ],
  ['replace', replaced],
]);

const SPAN: Methods<Span> = new Map<string, Method<Span>>([
  ['total_seconds', (span) => new Float(span.milliseconds / 1000)],
]);

const MOMENT_PARTS: Readonly<Record<string, string>> = {
  year: '%Y',
  month: '%m',
  day: '%d',
  hour: '%H',
  minute: '%M',
  second: '%S',
  microsecond: '%f',
};

/** Returns a method of a value, which is found by the value's type and its name in the lists above. */
export function methodOf(value: Value, name: string): ((given: Arguments) => Value) | undefined {
  const bound = <Of>(methods: Methods<Of>, of: Of) => {
    const method = methods.get(name);
    return method && ((given: Arguments) => method(of, given));
  };
  if (typeof value === 'string') return bound(TEXT, value);
  if (Array.isArray(value)) return bound(LIST, value);
  if (value instanceof Moment) return bound(MOMENT, value);
  if (value instanceof Span) return bound(SPAN, value);
  return isDict(value) ? bound(DICT, value) : undefined;
}

/** Returns a field of a value that isn't an object. */
export function partOf(value: Value, name: string): Value {
  if (value instanceof Moment && Object.hasOwn(MOMENT_PARTS, name))
    return Number(formatMoment(value, ownValue(MOMENT_PARTS, name)!));
  if (value instanceof Span && name === 'days') return value.days;
  if (value instanceof Span && name === 'seconds')
    return Math.floor((value.milliseconds - value.days * 86_400_000) / 1000);
  return undefined;
}

function prefixes(given: Arguments): string[] {
  const value = given.at(0);
  return Array.isArray(value) ? value.map(textOf) : [given.text(0)];
}

function stripped(text: string, given: Arguments, start: boolean, end: boolean): string {
  const characters = given.at(0);
  const drops = (character: string) =>
    characters === undefined || characters === null
      ? /\s/.test(character)
      : textOf(characters).includes(character);
  let [from, to] = [0, text.length];
  while (start && from < to && drops(text[from]!)) from += 1;
  while (end && to > from && drops(text[to - 1]!)) to -= 1;
  return text.slice(from, to);
}

function split(text: string, given: Arguments): Value {
  const by = given.at(0, 'sep');
  const parts =
    by === undefined || by === null ? text.trim().split(/\s+/).filter(Boolean) : text.split(textOf(by));
  const most = given.at(1, 'maxsplit');
  if (most === undefined || asNumber(most, 'split') < 0 || parts.length <= asNumber(most, 'split') + 1)
    return parts;
  const kept = asNumber(most, 'split');
  return [
    ...parts.slice(0, kept),
    parts.slice(kept).join(by === undefined || by === null ? ' ' : textOf(by)),
  ];
}

function rsplit(text: string, given: Arguments): Value {
  const by = given.text(0, 'sep');
  const parts = text.split(by);
  const most = given.at(1, 'maxsplit');
  if (most === undefined) return parts;
  const kept = Math.max(0, parts.length - asNumber(most, 'rsplit'));
  return kept <= 1 ? parts : [parts.slice(0, kept).join(by), ...parts.slice(kept)];
}

function replaced(moment: Moment, given: Arguments): Value {
  const date = new Date(moment.milliseconds + moment.offsetMinutes * 60_000);
  const set = (name: string, apply: (value: number) => void) => {
    const value = given.named.get(name);
    if (value !== undefined) apply(asNumber(value, 'replace'));
  };
  const fraction = moment.milliseconds - Math.floor(moment.milliseconds);
  set('year', (value) => date.setUTCFullYear(value));
  set('month', (value) => date.setUTCMonth(value - 1));
  set('day', (value) => date.setUTCDate(value));
  set('hour', (value) => date.setUTCHours(value));
  set('minute', (value) => date.setUTCMinutes(value));
  set('second', (value) => date.setUTCSeconds(value));
  const micros = given.named.get('microsecond');
  if (micros !== undefined) date.setUTCMilliseconds(0);
  const rest = micros === undefined ? fraction : asNumber(micros, 'replace') / 1000;
  return new Moment(date.getTime() - moment.offsetMinutes * 60_000 + rest, moment.offsetMinutes);
}

/** Sorts values as Python does. */
export const sorted = (values: readonly Value[]) => [...values].sort(compare);
