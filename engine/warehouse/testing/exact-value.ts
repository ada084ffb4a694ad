import fc from 'fast-check';
import type { Encoding } from '@headwater/protocol/protocol';

export interface TestedType {
  type: string;
  encoding: Encoding;
  /** The texts that a source writes for values of this type. */
  texts: fc.Arbitrary<string>;
}

/** Returns whether a cell, as pages show it, has the value sent to a column of this type. Doesn't use the engine. */
export function sameValue(type: string, cell: string | null, sent: string | null): boolean {
  if (cell === null || sent === null) return cell === sent;
  const value = valueOf(type, sent);
  return value !== null && value === valueOf(type, /^(DATE|TIMESTAMP)/.test(type) ? asSent(cell) : cell);
}

/** Pages show the era last, but records files have it after the date. */
const asSent = (moment: string) => moment.replace(/^([^ T]+)(T\S+)? BC$/, '$1 (BC)$2');

/** Returns the same text for all spellings of a value, or null if the text isn't of this type. */
function valueOf(type: string, text: string): string | null {
  if (/^(SMALLINT|INTEGER|BIGINT|DECIMAL\(.*\)|DOUBLE|FLOAT)$/.test(type)) return numberValue(text);
  switch (type) {
    case 'BOOLEAN':
      return /^(t|f|true|false)$/i.test(text) ? text[0]!.toLowerCase() : null;
    case 'DATE':
      return momentValue(text, { time: false, zone: false });
    case 'TIMESTAMP':
      return momentValue(text, { time: true, zone: false });
    case 'TIMESTAMP WITH TIME ZONE':
      return momentValue(text, { time: true, zone: true });
    case 'TIME':
      return timeValue(text);
    case 'TIME WITH TIME ZONE': {
      const [, time, zone] = /^([\d:.]+)(Z|[+-].*)$/.exec(text) ?? [];
      return time === undefined ? null : `${timeValue(time)} ${zoneSeconds(zone!)}`;
    }
    case 'UUID':
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : null;
    case 'BLOB':
      return /^\\x([\da-f]{2})*$/i.test(text) ? text.toLowerCase() : null;
    default:
      return text; // Text, JSON, and lists are compared as written.
  }
}

/** Returns one spelling of a number: `-0.50`, `-5e-1`, and `-.5` all become `-5e-1`. */
function numberValue(text: string): string | null {
  const word = /^(-?)(inf|nan)(inity)?$/i.exec(text);
  if (word) return `${word[2]!.toLowerCase() === 'nan' ? '' : word[1]}${word[2]!.toLowerCase()}`;
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return null;
  const digits = BigInt(whole + fraction).toString();
  const kept = digits.replace(/0+$/, '');
  return kept === ''
    ? '0'
    : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

const MICROSECONDS_A_DAY = 86_400_000_000n;

function momentValue(text: string, { time, zone }: { time: boolean; zone: boolean }): string | null {
  if (/^-?infinity$/.test(text)) return text;
  const match =
    /^(\d{4,})-(\d\d)-(\d\d)( \(BC\))?(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-][\d:]+)?)?$/.exec(
      text,
    );
  if (!match || (match[5] !== undefined) !== time || (match[6] !== undefined) !== zone) return null;
  const [, year, month, day, era, clock, offset] = match;
  const days = daysOf(era ? 1 - Number(year) : Number(year), Number(month), Number(day));
  if (Number(year) === 0) return null;
  if (!time) return String(days);
  const seconds = BigInt(zone ? zoneSeconds(offset!) : 0);
  return String(BigInt(days) * MICROSECONDS_A_DAY + BigInt(timeValue(clock!)!) - seconds * 1_000_000n);
}

/** Returns the days since a fixed day in the proleptic Gregorian calendar, which ISO 8601 uses. */
function daysOf(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  );
}

/** Returns the microseconds since midnight, or null if the text isn't a time. */
function timeValue(text: string): string | null {
  const match = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?$/.exec(text);
  if (!match) return null;
  const [, hours, minutes, seconds = '0', fraction = ''] = match;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return String(BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0')));
}

function zoneSeconds(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours, minutes, seconds] = zone.slice(1).replaceAll(':', '').match(/\d\d/g)!.map(Number);
  return (zone.startsWith('-') ? -1 : 1) * ((hours! * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0));
}

const digits = (count: number) => fc.bigInt({ min: 0n, max: 10n ** BigInt(count) - 1n });
const signed = (texts: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom('', '-'), texts).map((parts) => parts.join(''));
const decimals = (precision: number, scale: number) =>
  signed(
    digits(precision).map((value) => {
      const text = String(value).padStart(scale + 1, '0');
      return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
    }),
  );
const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
const clocks = fc
  .tuple(twoDigits(23), twoDigits(59), twoDigits(59), fc.option(fc.stringMatching(/^\d{1,6}$/)))
  .map(([h, m, s, fraction]) => `${h}:${m}:${s}${fraction === null ? '' : `.${fraction}`}`);
const days = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(
    ([y, m, d]) =>
      `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
  );
const eras = fc.constantFrom('', '', '', ' (BC)');
const zones = fc.constantFrom('+00', '+02', '-03:30', '+05:45', '+15:59', '-11');
const moments = fc.tuple(days, eras, fc.constantFrom(' ', 'T'), clocks).map((parts) => parts.join(''));
const infinite = fc.constantFrom('infinity', '-infinity');
const specialFloats = fc.constantFrom('NaN', 'Infinity', '-Infinity', '-0', '1e+20', '1e-05', '5');

const tested = (type: string, texts: fc.Arbitrary<string>, encoding: Encoding = 'value'): TestedType => ({
  type,
  encoding,
  texts,
});

const between = (bits: bigint) =>
  fc.bigInt({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n }).map(String);

/** Every type that a connector gives to columns. */
export const TESTED_TYPES: readonly TestedType[] = [
  tested('SMALLINT', between(16n)),
  tested('INTEGER', between(32n)),
  tested('BIGINT', between(64n)),
  tested('BIGINT', fc.oneof(between(64n), fc.constant('')), 'empty_is_null'),
  tested('DECIMAL(10,2)', fc.oneof(decimals(10, 2), decimals(8, 0), fc.constantFrom('.5', '-.25', '7.5'))),
  tested('DECIMAL(18,0)', decimals(18, 0)),
  tested('DECIMAL(38,0)', decimals(38, 0)),
  tested('DECIMAL(38,9)', fc.oneof(decimals(38, 9), decimals(20, 3), fc.constantFrom('.5', '-0.5'))),
  tested('DECIMAL(38,38)', decimals(38, 38)),
  tested('DOUBLE', fc.oneof(fc.double().map(String), fc.integer().map(String), specialFloats)),
  tested(
    'FLOAT',
    fc.oneof(
      fc.integer({ min: -999_999, max: 999_999 }).map((value) => String(value / 1000)),
      specialFloats,
    ),
  ),
  tested('BOOLEAN', fc.constantFrom('t', 'f', 'true', 'false', 'TRUE', 'False')),
  tested(
    'DATE',
    fc.oneof(
      fc.tuple(days, eras).map((parts) => parts.join('')),
      infinite,
    ),
  ),
  tested(
    'TIMESTAMP',
    fc.oneof(
      moments,
      infinite,
      days.map((day) => `${day} 09:05`),
    ),
  ),
  tested(
    'TIMESTAMP WITH TIME ZONE',
    fc.oneof(
      fc.tuple(moments, zones).map((parts) => parts.join('')),
      infinite,
    ),
  ),
  tested('TIME', fc.oneof(clocks, fc.constant('24:00:00'))),
  tested(
    'TIME WITH TIME ZONE',
    fc.tuple(clocks, zones).map((parts) => parts.join('')),
  ),
  tested(
    'UUID',
    fc.oneof(
      fc.uuid(),
      fc.uuid().map((uuid) => uuid.toUpperCase()),
    ),
  ),
  tested('VARCHAR', fc.string()),
  tested('JSON', fc.json({ maxDepth: 2 }), 'json'),
  tested(
    'BLOB',
    fc.uint8Array().map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
    'hex',
  ),
  tested(
    'BIGINT[]',
    fc.array(between(64n)).map((items) => `[${items.join(',')}]`),
    'json_list',
  ),
  tested(
    'VARCHAR[]',
    fc.array(fc.option(fc.stringMatching(/^[a-z ,{}0-9]*$/))).map((items) => JSON.stringify(items)),
    'json_list',
  ),
  tested(
    'VARCHAR',
    fc.oneof(decimals(20, 4), decimals(3, 1), decimals(5, 0), fc.constant('NaN')),
    'widest_decimal',
  ),
];
