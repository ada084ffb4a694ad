import { ownValue } from '@headwater/shared/contract/plain';
import { TemplateError } from './template-error.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** A moment with the offset in which it is written. Its milliseconds have a fraction for microseconds. */
export class Moment {
  readonly milliseconds: number;
  readonly offsetMinutes: number;
  /** It has a day only, as `today_utc()`. */
  readonly isDate: boolean;

  constructor(milliseconds: number, offsetMinutes = 0, isDate = false) {
    if (!Number.isFinite(milliseconds) || Math.abs(milliseconds) > 8.64e15)
      throw new TemplateError('a date is out of range');
    this.milliseconds = milliseconds;
    this.offsetMinutes = offsetMinutes;
    this.isDate = isDate;
  }

  /** Of the second, from 0 to 999,999. */
  get microseconds(): number {
    const whole = Math.floor(this.milliseconds / 1000) * 1000;
    return Math.min(999_999, Math.round((this.milliseconds - whole) * 1000));
  }

  plus(span: Span, sign = 1): Moment {
    const start = new Date(this.milliseconds + this.offsetMinutes * MINUTE);
    if (span.months !== 0) {
      const day = start.getUTCDate();
      start.setUTCDate(1);
      start.setUTCMonth(start.getUTCMonth() + sign * span.months);
      const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
      start.setUTCDate(Math.min(day, last));
    }
    const fraction = this.milliseconds - Math.floor(this.milliseconds);
    const moved = start.getTime() - this.offsetMinutes * MINUTE + fraction + sign * span.milliseconds;
    return new Moment(moved, this.offsetMinutes, this.isDate);
  }

  isoformat(): string {
    if (this.isDate) return formatMoment(this, '%Y-%m-%d');
    const fraction = this.microseconds === 0 ? '' : '.%f';
    return formatMoment(this, `%Y-%m-%dT%H:%M:%S${fraction}`) + offsetText(this.offsetMinutes, ':');
  }

  /** As Python writes it. */
  toString(): string {
    return this.isoformat().replace('T', ' ');
  }
}

/** A length of time. Months have different lengths, so they are kept apart. */
export class Span {
  readonly milliseconds: number;
  readonly months: number;

  constructor(milliseconds: number, months = 0) {
    this.milliseconds = milliseconds;
    this.months = months;
  }

  get days(): number {
    return Math.floor(this.milliseconds / DAY);
  }

  negated(): Span {
    return new Span(-this.milliseconds, -this.months);
  }
}

const SPAN = new RegExp(
  '^([-+]?)P(?:(\\d+(?:\\.\\d+)?)Y)?(?:(\\d+(?:\\.\\d+)?)M)?(?:(\\d+(?:\\.\\d+)?)W)?(?:(\\d+(?:\\.\\d+)?)D)?' +
    '(?:T(?:(\\d+(?:\\.\\d+)?)H)?(?:(\\d+(?:\\.\\d+)?)M)?(?:(\\d+(?:\\.\\d+)?)S)?)?$',
);

/** Parses a length of time as ISO 8601 has it: `P1D`, `PT0.000001S`. */
export function parseSpan(text: string): Span {
  const found = SPAN.exec(text.trim());
  if (!found || !/\d/.test(text)) throw new TemplateError(`“${text.slice(0, 50)}” isn’t a duration like P1D`);
  const [, sign, ...parts] = found;
  const [years, months, weeks, days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  const milliseconds =
    (weeks! * 7 + days!) * DAY + hours! * 60 * MINUTE + minutes! * MINUTE + Math.round(seconds! * 1e6) / 1e3;
  const span = new Span(milliseconds, Math.round(years! * 12 + months!));
  return sign === '-' ? span.negated() : span;
}

const ISO =
  /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Parses a date or time as ISO 8601 has it. Without an offset, it is UTC. */
export function parseIso(text: string): Moment {
  const found = ISO.exec(text.trim());
  if (!found) throw new TemplateError(`“${text.slice(0, 50)}” isn’t a date or time`);
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', zone] =
    found;
  return momentOf(
    { year: Number(year), month: Number(month), day: Number(day) },
    { hour: Number(hour), minute: Number(minute), second: Number(second), fraction },
    zone === undefined ? 0 : offsetOf(zone),
  );
}

interface Day {
  year: number;
  month: number;
  day: number;
}

interface Clock {
  hour: number;
  minute: number;
  second: number;
  /** The digits after the point. */
  fraction: string;
}

function momentOf(
  { year, month, day }: Day,
  { hour, minute, second, fraction }: Clock,
  offset: number,
): Moment {
  const last = new Date(Date.UTC(2000, month, 0));
  last.setUTCFullYear(year, month, 0);
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > last.getUTCDate() ||
    hour > 24 ||
    minute > 59 ||
    second > 59
  )
    throw new TemplateError('a date is out of range');
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  const micros = fraction === '' ? 0 : Number(fraction.padEnd(6, '0').slice(0, 6));
  return new Moment(date.getTime() - offset * MINUTE + micros / 1000, offset);
}

function offsetOf(text: string): number {
  if (text === 'Z' || text === 'UTC' || text === 'GMT' || text === '') return 0;
  const found = /^([+-])(\d{2}):?(\d{2})?$/.exec(text);
  if (!found) throw new TemplateError(`“${text.slice(0, 20)}” isn’t a time zone offset`);
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0));
}

function offsetText(offset: number, between: string): string {
  const absolute = Math.abs(offset);
  const [hours, minutes] = [Math.floor(absolute / 60), absolute % 60];
  return `${offset < 0 ? '-' : '+'}${pad(hours, 2)}${between}${pad(minutes, 2)}`;
}

const pad = (value: number, digits: number) => String(value).padStart(digits, '0');

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Writes a moment by a format of Python's `strftime`, and the dialect's own for epochs and milliseconds. */
export function formatMoment(moment: Moment, format: string): string {
  const { milliseconds, microseconds, offsetMinutes } = moment;
  const seconds = Math.floor(milliseconds / 1000);
  if (format === '%s_as_float')
    return Number.isInteger(milliseconds / 1000)
      ? `${seconds}.0`
      : String(Math.round(milliseconds * 1e3) / 1e6);
  if (format === '%epoch_microseconds') return String(BigInt(seconds) * 1_000_000n + BigInt(microseconds));
  if (format === '%ms') return String(Math.floor(milliseconds));
  const local = new Date(Math.floor(milliseconds) + offsetMinutes * MINUTE);
  const year = local.getUTCFullYear();
  const dayOfYear = Math.floor((local.getTime() - Date.UTC(year, 0, 1)) / DAY);
  const directives: Readonly<Record<string, () => string>> = {
    Y: () => pad(year, 4),
    y: () => pad(year % 100, 2),
    m: () => pad(local.getUTCMonth() + 1, 2),
    B: () => MONTHS[local.getUTCMonth()]!,
    b: () => MONTHS[local.getUTCMonth()]!.slice(0, 3),
    d: () => pad(local.getUTCDate(), 2),
    e: () => String(local.getUTCDate()).padStart(2),
    H: () => pad(local.getUTCHours(), 2),
    I: () => pad(local.getUTCHours() % 12 || 12, 2),
    p: () => (local.getUTCHours() < 12 ? 'AM' : 'PM'),
    M: () => pad(local.getUTCMinutes(), 2),
    S: () => pad(local.getUTCSeconds(), 2),
    f: () => pad(microseconds, 6),
    A: () => DAYS[local.getUTCDay()]!,
    a: () => DAYS[local.getUTCDay()]!.slice(0, 3),
    w: () => String(local.getUTCDay()),
    u: () => String(local.getUTCDay() || 7),
    j: () => pad(dayOfYear + 1, 3),
    z: () => (moment.isDate ? '' : offsetText(offsetMinutes, '')),
    Z: () => (moment.isDate ? '' : offsetMinutes === 0 ? 'UTC' : `UTC${offsetText(offsetMinutes, ':')}`),
    s: () => String(seconds),
    T: () => formatMoment(moment, '%H:%M:%S'),
    F: () => formatMoment(moment, '%Y-%m-%d'),
    D: () => formatMoment(moment, '%m/%d/%y'),
    '%': () => '%',
  };
  return format.replace(/%_ms|%-?([A-Za-z%])/g, (whole, letter: string | undefined) => {
    if (whole === '%_ms') return pad(Math.floor(microseconds / 1000), 3);
    const text = ownValue(directives, letter!)?.() ?? whole;
    return whole.startsWith('%-') ? text.replace(/^0+(?=\d)/, '') : text;
  });
}

const PATTERNS: Readonly<Record<string, string>> = {
  Y: '(?<Y>\\d{4})',
  y: '(?<y>\\d{2})',
  m: '(?<m>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  e: '\\s?(?<d>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  I: '(?<I>\\d{1,2})',
  p: '(?<p>[AaPp][Mm])',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  f: '(?<f>\\d{1,9})',
  z: '(?<z>Z|[+-]\\d{2}:?\\d{2})',
  Z: '(?<Z>[A-Za-z]*)',
  b: '(?<b>[A-Za-z]{3})',
  B: '(?<B>[A-Za-z]+)',
  a: '[A-Za-z]{3}',
  A: '[A-Za-z]+',
  '%': '%',
};

/** Parses a text by a format of Python's `strptime`, or the dialect's own. Without an offset, it is UTC. */
export function parseMoment(given: string | number, format: string): Moment {
  const text = String(given);
  if (['%s', '%s_as_float', '%ms', '%epoch_microseconds'].includes(format)) return ofEpoch(text, format);
  const names = new Set<string>();
  const pattern = format
    .replaceAll('%_ms', '%f')
    .replace(/%-?([A-Za-z%])|[.*+?^${}()|[\]\\]|\s+/g, (whole, letter: string | undefined) => {
      if (letter === undefined) return /^\s/.test(whole) ? '\\s+' : `\\${whole}`;
      const known = ownValue(PATTERNS, letter);
      if (known === undefined)
        throw new TemplateError(`the date format has “${whole}”, which isn’t supported`);
      if (known.includes('(?<') && names.has(letter)) return '.*';
      names.add(letter);
      return known;
    });
  const found = new RegExp(`^${pattern}$`).exec(text);
  if (!found) throw new TemplateError(`“${text.slice(0, 50)}” doesn’t match the date format ${format}`);
  const groups = found.groups ?? {};
  const hour12 =
    groups.I === undefined ? null : (Number(groups.I) % 12) + (/^p/i.test(groups.p ?? '') ? 12 : 0);
  return momentOf(
    { year: yearIn(groups), month: monthIn(groups), day: Number(groups.d ?? 1) },
    {
      hour: hour12 ?? Number(groups.H ?? 0),
      minute: Number(groups.M ?? 0),
      second: Number(groups.S ?? 0),
      fraction: groups.f ?? '',
    },
    groups.z === undefined ? 0 : offsetOf(groups.z),
  );
}

function ofEpoch(text: string, format: string): Moment {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number))
    throw new TemplateError(`“${text.slice(0, 50)}” isn’t a number of seconds`);
  if (format === '%ms') return new Moment(Math.trunc(number));
  if (format === '%epoch_microseconds') return new Moment(number / 1000);
  return new Moment((format === '%s' ? Math.trunc(number) : number) * 1000);
}

function yearIn(groups: Record<string, string>): number {
  if (groups.Y !== undefined) return Number(groups.Y);
  if (groups.y === undefined) return 1900;
  return Number(groups.y) + (Number(groups.y) < 69 ? 2000 : 1900);
}

function monthIn(groups: Record<string, string>): number {
  const name = groups.B ?? groups.b;
  if (name === undefined) return Number(groups.m ?? 1);
  const at = MONTHS.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase()));
  if (at < 0) throw new TemplateError(`“${name}” isn’t a month`);
  return at + 1;
}
