import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, requestBody, resource, timestamp, word } from '../ground/json-api.ts';
import { ALERT_TIMES_MAX, ALERT_QUIET_HOURS_MAX } from './report-limits.ts';

/** The most alerts of a report. */
export const ALERTS_MAX = 20;
/** How many changes of its state an alert shows. */
export const ALERT_EVENTS_SHOWN = 20;

export const ALERT_STATES = ['ok', 'triggered', 'unknown'] as const;
/** Why nothing is known about a value. `new`: it hasn't been looked at yet. */
export const ALERT_REASONS = ['new', 'stale', 'empty', 'failed', 'card_gone', 'table_gone'] as const;

/** When an alert is triggered, and when it's over. */
const rule = object({
  operator: word(['above', 'below']),
  value: Type.Number({ minimum: -1e15, maximum: 1e15 }),
  /** How often in a row: complete periods of a chart over time, or changes of the data otherwise. */
  times: Type.Integer({ minimum: 1, maximum: ALERT_TIMES_MAX }),
  /** It's over once the value is back here. Null for as soon as the condition doesn't hold anymore. */
  clear: nullable(Type.Number({ minimum: -1e15, maximum: 1e15 })),
  /** For so many hours after it was triggered, nobody is told that it was triggered again. */
  quietHours: Type.Integer({ minimum: 0, maximum: ALERT_QUIET_HOURS_MAX }),
});
export type AlertRule = Static<typeof rule>;

export const newAlertBody = requestBody(
  'report_alerts',
  object({
    cardId: Type.String({ pattern: '^[a-z0-9]{1,32}$' }),
    /** One of the card's measures, by its name in the result. */
    measure: Type.String({ minLength: 1, maxLength: 1_000 }),
    rule,
    /** The values of the report's filters, as in its URL. */
    filters: Type.String({ maxLength: 8_000 }),
  }),
);
export const alertChangeBody = requestBody(
  'report_alerts',
  object({ rule: Type.Optional(rule), paused: Type.Optional(Type.Boolean()) }),
);

const eventAttributes = object({
  state: word(ALERT_STATES),
  reason: nullable(word(ALERT_REASONS)),
  value: nullable(Type.String()),
  at: timestamp(),
  /** Whether people were told. Not within the quiet hours. */
  wasTold: Type.Boolean(),
});

const alertAttributes = object({
  cardId: Type.String(),
  /** Null once the card is gone. */
  card: nullable(Type.String()),
  measure: Type.String(),
  rule,
  owner: Type.String(),
  pause: nullable(word(['paused', 'owner_left'])),
  state: word(ALERT_STATES),
  reason: nullable(word(ALERT_REASONS)),
  value: nullable(Type.String()),
  lookedAt: nullable(timestamp()),
  /** How its state has changed, newest first. */
  events: Type.Array(eventAttributes),
  version: Type.Integer(),
});
export const reportAlert = resource('report_alerts', alertAttributes);
export type ReportAlertResource = Static<typeof reportAlert>;
export type AlertState = Static<typeof alertAttributes>['state'];
export type AlertReason = NonNullable<Static<typeof alertAttributes>['reason']>;
export const reportAlertDocument = document(reportAlert);
export const reportAlertCollection = object({
  data: Type.Array(reportAlert),
  links: object({ next: Type.Null() }),
  meta: object({ total: Type.Integer() }),
});
