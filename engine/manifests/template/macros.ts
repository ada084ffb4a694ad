import { randomUUID } from 'node:crypto';
import { asList, asMoment, type Arguments } from './arguments.ts';
import { Float } from './float.ts';
import { formatMoment, Moment, parseIso, parseMoment, parseSpan, Span } from './moments.ts';
import { TemplateError } from './template-error.ts';
import { extremeOf, isNumeric, newDict, textOf, type Value } from './values.ts';

type Macro = (given: Arguments) => Value;

const DAY = 86_400_000;
const RFC_3339 = '%Y-%m-%dT%H:%M:%S.%f%z';

const extreme =
  (sign: 1 | -1): Macro =>
  (given) => {
    const values = given.all.length === 1 ? asList(given.all[0], 'max and min') : given.all;
    if (values.length === 0) throw new TemplateError('there is no greatest or least value of none');
    return extremeOf(values, sign);
  };

/** The functions that the dialect has, by name. */
export const MACROS: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['now_utc', () => new Moment(Date.now())],
  ['today_utc', () => today(0)],
  ['today_with_timezone', (given) => todayIn(given.text(0, 'timezone'))],
  ['timestamp', timestamp],
  ['max', extreme(1)],
  ['min', extreme(-1)],
  ['day_delta', dayDelta],
  ['duration', (given) => parseSpan(given.text(0, 'datestring'))],
  ['format_datetime', formatDatetime],
  ['str_to_datetime', (given) => inUtc(parseIso(given.text(0, 's')))],
  ['sanitize_url', (given) => encodeURIComponent(given.text(0, 'value')).replaceAll('%20', '+')],
  [
    'camel_case_to_snake_case',
    (given) =>
      given
        .text(0, 'value')
        .replace(/(?!^)(?=[A-Z])/g, '_')
        .toLowerCase(),
  ],
  ['generate_uuid', () => randomUUID()],
  ['dict', (given) => newDict(given.named)],
]);

const inUtc = (moment: Moment) => new Moment(moment.milliseconds);

function today(shift: number): Moment {
  return new Moment(Math.floor((Date.now() + shift) / DAY) * DAY, 0, true);
}

function todayIn(timeZone: string): Moment {
  try {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    return new Moment(parseIso(format.format(new Date())).milliseconds, 0, true);
  } catch {
    throw new TemplateError(`“${timeZone.slice(0, 50)}” isn’t a time zone`);
  }
}

function timestamp(given: Arguments): Value {
  const value = given.at(0, 'dt');
  if (isNumeric(value)) return Math.trunc(Number(value));
  return new Float(asMoment(value, 'timestamp').milliseconds / 1000);
}

function dayDelta(given: Arguments): Value {
  const moment = new Moment(Date.now()).plus(new Span(given.number(0, 'num_days') * DAY));
  return formatMoment(moment, given.textOr(1, 'format', RFC_3339));
}

function formatDatetime(given: Arguments): Value {
  const value = given.at(0, 'dt');
  const format = given.text(1, 'format');
  const inputFormat = given.at(2, 'input_format');
  if (value instanceof Moment) return formatMoment(value, format);
  if (isNumeric(value)) return formatMoment(parseMoment(Number(value), textOf(inputFormat) || '%s'), format);
  const text = given.text(0, 'dt');
  return formatMoment(inputFormat ? parseMoment(text, textOf(inputFormat)) : inUtc(parseIso(text)), format);
}
