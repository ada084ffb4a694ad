import type { CronFields } from '@headwater/shared/contract';
import { Refusal } from '@headwater/base/refusals/refusal';

/** The fields of an expression, in order, with the names that errors use. */
const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'weekday', min: 0, max: 7 },
] as const;
type Field = (typeof FIELDS)[number];

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export interface Cron {
  /** In five fields. */
  expression: string;
  /** Whether it was given in six or seven fields, as Quartz has them. */
  isRewritten: boolean;
  fields: CronFields;
}

/** Reads a cron expression of five fields, or of Quartz's six or seven. Throws an error that names the faulty field. */
export function readCron(text: string): Cron {
  const given = text.trim().toUpperCase().split(/\s+/).filter(Boolean);
  if (given.length < 5 || given.length > 7) throw cronFault('cron_field_count', { count: given.length });
  const isRewritten = given.length > 5;
  for (const [at, { name }] of FIELDS.entries()) requireStandard(given[isRewritten ? at + 1 : at]!, name);
  const five = isRewritten ? fromQuartz(given) : given;
  const [minutes, hours, days, months, weekdays] = FIELDS.map((field, at) => valuesOf(five[at]!, field));
  return {
    expression: five.join(' '),
    isRewritten,
    fields: {
      minutes: minutes!,
      hours: hours!,
      days: isOpen(five[2]!) ? null : days!,
      months: isOpen(five[3]!) ? null : months!,
      weekdays: isOpen(five[4]!) ? null : [...new Set(weekdays!.map((day) => day % 7))].sort((a, b) => a - b),
    },
  };
}

const isOpen = (field: string) => field === '*' || field === '?';

/** Rewrites seconds, minutes … and perhaps years. Throws if five fields can't say the same. */
function fromQuartz([second, minute, hour, day, month, weekday, year = '*']: string[]): string[] {
  if (!/^\d{1,2}$/.test(second!)) throw cronFault('cron_seconds', { value: second! });
  if (Number(second) > 59)
    throw cronFault('cron_value', { field: 'second', value: second!, min: 0, max: 59 });
  if (!isOpen(year)) throw cronFault('cron_year', { value: year });
  const five = [minute!, hour!, day!, month!, weekday!.replace(/(?<![/\d])\d+/g, sundayIsZero)];
  return five.map((field) => (field === '?' ? '*' : field));
}

/** Quartz counts the days of the week from Sunday, which is 1. Steps keep their number. */
function sundayIsZero(number: string): string {
  const day = Number(number);
  if (day < 1 || day > 7) throw cronFault('cron_value', { field: 'weekday', value: number, min: 1, max: 7 });
  return String(day - 1);
}

/** Quartz's last day, nearest weekday, and third Friday of a month can't be said in five fields. */
function requireStandard(text: string, field: string): void {
  if (/[LW#]/.test(text.replace(/JUL|WED/g, ''))) throw cronFault('cron_quartz_only', { field, value: text });
}

/** Returns the values that a field allows, ascending. */
function valuesOf(text: string, field: Field): number[] {
  const values = text.split(',').flatMap((part) => valuesOfPart(part, field));
  return [...new Set(values)].sort((a, b) => a - b);
}

/** A part is `*`, `5`, `1-5`, or one of these with a step: `*` + `/15`, `0/15`, `8-18/2`. */
function valuesOfPart(part: string, field: Field): number[] {
  const [, range = '', step] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
  const by = Number(step ?? 1);
  if (range === '' || by === 0) throw cronFault('cron_unreadable', { field: field.name, value: part });
  const [from, to] = boundsOf(range, step !== undefined, part, field);
  // A range such as FRI-MON or 22-4 continues from the field's start.
  const span = to >= from ? to - from : to - from + sizeOf(field);
  return Array.from(
    { length: Math.floor(span / by) + 1 },
    (_, at) => ((from + at * by - field.min) % sizeOf(field)) + field.min,
  );
}

function boundsOf(range: string, hasStep: boolean, part: string, field: Field): [number, number] {
  const last = field.name === 'weekday' ? 6 : field.max;
  if (isOpen(range)) return [field.min, last];
  const ends = range.split('-');
  if (ends.length > 2) throw cronFault('cron_unreadable', { field: field.name, value: part });
  const [from, to] = ends.map((end) => numberOf(end, part, field));
  // `0/15` starts at 0 and continues to the end.
  return [from!, to ?? (hasStep ? last : from!)];
}

/** Both 0 and 7 are Sunday, so seven values make a week. */
const sizeOf = ({ name, min, max }: Field) => (name === 'weekday' ? 7 : max - min + 1);

function numberOf(text: string, part: string, field: Field): number {
  const { name, min, max } = field;
  const named =
    name === 'month' ? MONTHS.indexOf(text) + 1 : name === 'weekday' ? WEEKDAYS.indexOf(text) : -1;
  if (named > 0 || (name === 'weekday' && named === 0)) return named;
  if (!/^\d{1,4}$/.test(text)) throw cronFault('cron_unreadable', { field: name, value: part });
  const value = Number(text);
  if (value < min || value > max) throw cronFault('cron_value', { field: name, value: text, min, max });
  return value;
}

type CronCode =
  'cron_field_count' | 'cron_seconds' | 'cron_year' | 'cron_value' | 'cron_unreadable' | 'cron_quartz_only';

const cronFault = (code: CronCode, values: Record<string, string | number>) =>
  new Refusal(code, { pointer: '/data/attributes/cron/expression', values });
