import { Type, type Static } from '@sinclair/typebox';
import {
  document,
  id,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import {
  RECIPIENTS_MAX,
  REPORT_DELIVERY_FAULTS,
  REPORT_DELIVERY_STATES,
} from './report-subscription-limits.ts';

export const subscriptionSchedule = object({
  /** 0 is Sunday. */
  days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  time: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
});
export type SubscriptionSchedule = Static<typeof subscriptionSchedule>;

const filters = Type.String({ maxLength: 8_000 });
/** The IANA zone of the schedule and of times in the email. */
const zone = Type.String({ maxLength: 64 });
const memberIds = Type.Array(id('usr'), { minItems: 1, maxItems: RECIPIENTS_MAX, uniqueItems: true });

const choices = {
  /** Null to send after the first sync of a day that changes the report's data. */
  schedule: nullable(subscriptionSchedule),
  zone,
  /** The values of the report's filters, as in its URL. */
  filters,
  /** Whether it waits for data that is late, for some hours, and isn't sent if that doesn't come. */
  onlyFresh: Type.Boolean(),
  /** Whether it isn't sent if no card has a row. */
  skipEmpty: Type.Boolean(),
  /** Whether it isn't sent if neither the report nor its data has changed since the last one. */
  skipUnchanged: Type.Boolean(),
  attachPdf: Type.Boolean(),
  /** Members to whom it goes. Only people who may edit reports can choose others than themselves. */
  memberIds,
};
const chosen = object(choices);
export type SubscriptionChoices = Static<typeof chosen>;

/** Without members, it goes to the caller. */
export const newSubscriptionBody = requestBody(
  'report_subscriptions',
  object({ ...choices, memberIds: Type.Optional(memberIds) }),
);
export const subscriptionChangeBody = requestBody(
  'report_subscriptions',
  object({ ...Type.Partial(chosen).properties, paused: Type.Optional(Type.Boolean()) }),
);
/** Sends one email to the caller at once, and keeps nothing. */
export const reportTestMailBody = requestBody(
  'report_test_mails',
  object({ zone, filters, attachPdf: Type.Boolean() }),
);
export const unsubscriptionBody = requestBody(
  'report_unsubscriptions',
  object({ token: Type.String({ maxLength: 400 }) }),
);
/** The form that mail programs send, which may have more in it. */
export const oneClickBody = Type.Object({ 'List-Unsubscribe': Type.Literal('One-Click') });

const deliveryAttributes = object({
  at: timestamp(),
  cause: word(['schedule', 'sync']),
  state: word(REPORT_DELIVERY_STATES),
  fault: nullable(word(REPORT_DELIVERY_FAULTS)),
  attempts: Type.Integer(),
  endedAt: nullable(timestamp()),
  /** When it's looked at again: while it waits for fresh data or for the mail server. */
  nextAt: nullable(timestamp()),
  /** To how many people it has gone. */
  sent: Type.Integer(),
});
export type ReportDelivery = Static<typeof deliveryAttributes>;
export type ReportDeliveryState = ReportDelivery['state'];
export type ReportDeliveryFault = NonNullable<ReportDelivery['fault']>;
export const reportDelivery = resource('report_deliveries', deliveryAttributes);
export type ReportDeliveryResource = Static<typeof reportDelivery>;

const subscriptionAttributes = object({
  ...choices,
  memberIds: Type.Array(Type.String()),
  /** The names of the members. */
  members: Type.Array(Type.String()),
  owner: Type.String(),
  /** `paused` by a person; `owner_left`: nobody's rights count, until somebody resumes it. */
  pause: nullable(word(['paused', 'owner_left'])),
  nextAt: nullable(timestamp()),
  /** Whether the caller may change it. */
  canChange: Type.Boolean(),
  lastDelivery: nullable(deliveryAttributes),
  version: Type.Integer(),
});
export const reportSubscription = resource('report_subscriptions', subscriptionAttributes);
export type ReportSubscriptionResource = Static<typeof reportSubscription>;
export const reportSubscriptionDocument = document(reportSubscription);

const all = <R extends typeof reportSubscription | typeof reportDelivery>(one: R) =>
  object({
    data: Type.Array(one),
    links: object({ next: Type.Null() }),
    meta: object({ total: Type.Integer() }),
  });
export const reportSubscriptionCollection = all(reportSubscription);
export const reportDeliveryCollection = all(reportDelivery);

export const unsubscriptionDocument = document(
  resource('report_unsubscriptions', object({ report: Type.String(), workspace: Type.String() })),
);
