import type { ScheduleChoices } from '@headwater/shared/contract';
import { calendarFor } from './calendar.ts';
import { sentenceOf } from './sentence.ts';
import compiled from '../messages/de.json';

const german = compiled as unknown as Record<string, (values: object) => string>;
const t = ((key: string, values: object) => german[key]!(values)) as never;
const cron = { minutes: [0], hours: [6], days: null, months: null, weekdays: null };
const said = (fields: object) => {
  const schedule = { kind: 'cron', quietHours: null } as unknown as ScheduleChoices;
  return sentenceOf(schedule, { cron: { ...cron, ...fields }, follows: null }, t, calendarFor('de'));
};

test.each([
  [{ days: [1, 15] }, 'Um 06:00 Uhr, am 1. und 15. des Monats.'],
  [{ weekdays: [1, 2, 3, 4, 5] }, 'Um 06:00 Uhr, Montag bis Freitag.'],
  [{ weekdays: [1, 3] }, 'Um 06:00 Uhr, jeden Montag und Mittwoch.'],
])('%j is said in German as %s', (fields, sentence) =>
  expect(said(fields)?.replaceAll('\u00a0', ' ')).toBe(sentence),
);
