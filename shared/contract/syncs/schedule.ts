import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, requestBody, resource, timestamp, word } from '../ground/json-api.ts';
import { AFTER_ENDS, QUIET_DAYS, SCHEDULE_INTERVALS, SCHEDULE_KINDS } from '../ground/words.ts';

/** A time on the wall: `06:30`. */
const wallTime = () => Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });
/** A day on the calendar: `2026-03-29`. */
const wallDate = () => Type.String({ format: 'date' });
/** Minutes after midnight. */
const minute = () => Type.Integer({ minimum: 0, maximum: 1440 });

export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

const interval = object({
  minutes: Type.Unsafe<(typeof SCHEDULE_INTERVALS)[number]>({
    type: 'integer',
    enum: [...SCHEDULE_INTERVALS],
  }),
  /** The first run of a day; the others follow at the interval, before it too. */
  startingAt: wallTime(),
});

const times = object({
  /** 0 is Sunday. */
  days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  times: Type.Array(wallTime(), { minItems: 1, maxItems: 24, uniqueItems: true }),
});

/** Five fields. Quartz expressions of six or seven are accepted and rewritten. */
const cron = object({ expression: Type.String({ maxLength: 200 }) });

const after = object({
  /** Null once that connection has been deleted; then nothing starts a run. */
  sourceConnectionId: nullable(Type.String()),
  when: word(AFTER_ENDS),
  waitMinutes: Type.Integer({ minimum: 0, maximum: 1440 }),
});

const quietHours = object({
  from: wallTime(),
  to: wallTime(),
  /** The day of the moment itself: from 22:00 to 05:00 on weekdays ends on Friday at midnight. */
  days: word(QUIET_DAYS),
  /** What happens to a run that falls inside. */
  inside: word(['skip', 'delay']),
});
export type QuietHours = Static<typeof quietHours>;

const choices = {
  kind: word(SCHEDULE_KINDS),
  /** Each kind has its own part; the others are null. */
  interval: nullable(interval),
  times: nullable(times),
  cron: nullable(cron),
  after: nullable(after),
  /** The IANA zone of all times. */
  zone: Type.String({ maxLength: 64 }),
  quietHours: nullable(quietHours),
  /** What happens if a run is due while another one of the connection is active. */
  overlap: word(['skip', 'queue']),
  /** Older data is delayed. */
  freshnessTargetMinutes: nullable(Type.Integer({ minimum: 5, maximum: 525_600 })),
};

/** Everything about a schedule that people choose. */
export const scheduleChoices = object(choices);
export type ScheduleChoices = Static<typeof scheduleChoices>;
export const scheduleBody = requestBody('schedules', scheduleChoices);
export const schedulePreviewBody = requestBody('schedule_previews', scheduleChoices);

export const scheduleAttributes = object({
  ...choices,
  /** Null if nothing is planned: manual, paused, after another connection, or without a time that is still to come. */
  nextRunAt: nullable(timestamp()),
  /** 0 if nothing has been saved. Sent back in If-Match; 412 if someone else has changed the schedule meanwhile. */
  version: Type.Integer(),
});
export type ScheduleAttributes = Static<typeof scheduleAttributes>;
export const scheduleResource = resource('schedules', scheduleAttributes);
export type ScheduleResource = Static<typeof scheduleResource>;
export const scheduleDocument = document(scheduleResource);

/** A moment at which the schedule wants a run, on the wall of its zone. */
const plannedRun = object({
  at: timestamp(),
  date: wallDate(),
  time: wallTime(),
  /** `skipped` in the quiet hours: no run. `delayed` to their end, or `moved` because clocks skip the time. */
  note: nullable(word(['skipped', 'delayed', 'moved'])),
  /** The time that was delayed or moved. */
  insteadOf: nullable(wallTime()),
});
export type PlannedRun = Static<typeof plannedRun>;

const plannedDay = object({
  date: wallDate(),
  runs: Type.Array(minute()),
  skipped: Type.Array(minute()),
  quiet: Type.Array(object({ from: minute(), to: minute() })),
});
export type PlannedDay = Static<typeof plannedDay>;

/** The values of a cron expression's fields. Null for a field that doesn't restrict anything. */
const cronFields = object({
  minutes: Type.Array(Type.Integer()),
  hours: Type.Array(Type.Integer()),
  days: nullable(Type.Array(Type.Integer())),
  months: nullable(Type.Array(Type.Integer())),
  weekdays: nullable(Type.Array(Type.Integer())),
});
export type CronFields = Static<typeof cronFields>;

export const schedulePreviewAttributes = object({
  /** The expression in five fields, what it was rewritten from, and what it says. */
  cron: nullable(object({ expression: Type.String(), isRewritten: Type.Boolean(), fields: cronFields })),
  /** The next five runs, and those between them that the quiet hours skip. */
  next: Type.Array(plannedRun),
  /** Today and the six days after it. */
  week: Type.Array(plannedDay),
  /** The next change of the zone's clocks within half a year. */
  clockChange: nullable(object({ date: wallDate(), direction: word(['forward', 'back']) })),
  /** The longest time between two runs of the coming two years, on the wall clock. */
  longestGapMinutes: nullable(Type.Integer()),
});
export type SchedulePreviewAttributes = Static<typeof schedulePreviewAttributes>;
export const schedulePreviewResource = resource('schedule_previews', schedulePreviewAttributes);
export type SchedulePreviewResource = Static<typeof schedulePreviewResource>;
export const schedulePreviewDocument = document(schedulePreviewResource);

/** Pausing a connection, or resuming it: a paused one isn't run by its schedule. */
export const pauseBody = requestBody('pauses', object({}));
export const resumptionBody = requestBody('resumptions', object({}));
