import { daysIn } from '@headwater/protocol/date-texts';
import type { SheetCell } from './xlsx/sheet-cells.ts';

const MOMENT =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(?:Z|[+-]\d\d(?::?\d\d)?)?$/i;
const CLOCK = /^T?(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?Z?$/i;
const DURATION = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d+))?S)?$/;

/**
 * Reads a date or time that a spreadsheet has in ISO 8601. A cell has no zone, so what a program wrote with one is the
 * clock that was shown. As among numbers of days, a moment at midnight is a date. Returns undefined for anything else.
 */
export function isoCell(given: string): SheetCell | undefined {
  const text = given.trim();
  return momentOf(text) ?? clockOf(text) ?? durationOf(text);
}

function momentOf(text: string): SheetCell | undefined {
  const match = MOMENT.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1, 7).map(numberOf);
  const exists = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  if (!exists || !isClock(hours, minutes, seconds)) return undefined;
  const micros = microsOf(match[7]);
  // The day after the last one that has a year of four digits is beyond what every reader of our tables knows.
  if (year > 9999) return { kind: 'text', text: plainText(match) };
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  at.setUTCHours(hours, minutes, seconds + (micros === MICROS ? 1 : 0));
  const [date, time] = at.toISOString().split('T') as [string, string];
  const clock = `${time.slice(0, 8)}${digitsOf(micros % MICROS)}`;
  const hasTime = clock !== '00:00:00';
  return { kind: 'moment', text: hasTime ? `${date} ${clock}` : date, hasTime };
}

/** A year of more than four digits is text with all that there is of its date and time. */
const plainText = ([, year, month, day, hours, minutes, seconds = '00', fraction]: RegExpExecArray) => {
  const date = `${year}-${month}-${day}`;
  return hours === undefined
    ? date
    : `${date} ${hours}:${minutes}:${seconds}${digitsOf(microsOf(fraction) % MICROS)}`;
};

function clockOf(text: string): SheetCell | undefined {
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map(numberOf);
  if (hours > 23 || !isClock(hours, minutes, seconds)) return undefined;
  return timeCell([hours, minutes, seconds], match[4]);
}

/** A duration of less than a day is a time, and a longer one text. */
function durationOf(text: string): SheetCell | undefined {
  const match = DURATION.exec(text);
  if (!match || text === 'PT') return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map(numberOf);
  return timeCell([hours, minutes, seconds], match[4]);
}

function timeCell([hours, minutes, seconds]: [number, number, number], fraction?: string): SheetCell {
  const micros = microsOf(fraction);
  const all = (hours * 60 + minutes) * 60 + seconds + (micros === MICROS ? 1 : 0);
  const parts = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return { kind: parts[0]! < 24 ? 'time' : 'text', text: `${clock}${digitsOf(micros % MICROS)}` };
}

const numberOf = (digits: string | undefined) => Number(digits ?? 0);

const isClock = (hours: number, minutes: number, seconds: number) =>
  (hours < 24 || (hours === 24 && minutes === 0 && seconds === 0)) && minutes < 60 && seconds < 60;

const MICROS = 1_000_000;

/** Spreadsheets count in days, whose fractions are no more exact than this: what is finer is noise. */
const microsOf = (fraction: string | undefined) =>
  fraction === undefined ? 0 : Math.round(Number(`0.${fraction}`) * MICROS);

const digitsOf = (micros: number) =>
  micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
