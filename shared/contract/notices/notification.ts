import { Type, type Static } from '@sinclair/typebox';
import {
  collection,
  document,
  id,
  nameText,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import {
  CHANNEL_ADDRESSES_MAX,
  CHANNEL_KINDS,
  CHANNEL_MEMBERS_MAX,
  CHANNEL_NAME_MAX,
  DELIVERY_FAULTS,
  DELIVERY_STATES,
  NOTIFICATION_TRIGGERS,
  WEBHOOK_URL_MAX,
} from './notification-limits.ts';

export type NotificationTrigger = (typeof NOTIFICATION_TRIGGERS)[number];
export type ChannelKind = (typeof CHANNEL_KINDS)[number];
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

const name = nameText(CHANNEL_NAME_MAX);
const triggers = Type.Array(word(NOTIFICATION_TRIGGERS), { maxItems: NOTIFICATION_TRIGGERS.length });
const memberIds = Type.Array(id('usr'), { maxItems: CHANNEL_MEMBERS_MAX });
const addresses = Type.Array(Type.String({ maxLength: 254 }), { maxItems: CHANNEL_ADDRESSES_MAX });
/** Only of a webhook. Without one, a change keeps what is stored. */
const url = Type.String({ maxLength: WEBHOOK_URL_MAX });

export const newChannelBody = requestBody(
  'notification_channels',
  object({
    kind: word(CHANNEL_KINDS),
    name,
    triggers,
    url: Type.Optional(url),
    memberIds: Type.Optional(memberIds),
    addresses: Type.Optional(addresses),
  }),
);

export const channelChangeBody = requestBody(
  'notification_channels',
  object({
    name: Type.Optional(name),
    triggers: Type.Optional(triggers),
    url: Type.Optional(url),
    memberIds: Type.Optional(memberIds),
    addresses: Type.Optional(addresses),
    /** A paused channel sends nothing, and what happens meanwhile isn't sent later. */
    paused: Type.Optional(Type.Boolean()),
  }),
);

export const channelTestBody = requestBody('notification_tests', object({}));
export const channelSecretBody = requestBody('notification_secrets', object({}));

const deliveryAttributes = object({
  channelId: Type.String(),
  trigger: word([...NOTIFICATION_TRIGGERS, 'test']),
  /** What it is about: the name of a connection or a service account. Empty for a test. */
  subject: Type.String(),
  at: timestamp(),
  state: word(DELIVERY_STATES),
  attempts: Type.Integer(),
  attemptedAt: nullable(timestamp()),
  nextAt: nullable(timestamp()),
  /** The HTTP status of the last response. */
  status: nullable(Type.Integer()),
  fault: nullable(word(DELIVERY_FAULTS)),
  /** How many people an email went to. Null for a webhook. */
  recipients: nullable(Type.Integer()),
});
export type DeliveryAttributes = Static<typeof deliveryAttributes>;
export const deliveryResource = resource('notification_deliveries', deliveryAttributes);
export type DeliveryResource = Static<typeof deliveryResource>;
export const deliveryDocument = document(deliveryResource);
export const deliveryCollection = collection(deliveryResource);

const channelAttributes = object({
  kind: word(CHANNEL_KINDS),
  name: Type.String(),
  triggers,
  /** The beginning of a webhook's URL, because the rest can be a secret. */
  urlHint: nullable(Type.String()),
  /** Members of the workspace. Those who leave are left out. */
  memberIds: Type.Array(Type.String()),
  addresses: Type.Array(Type.String()),
  /** `failing`: its receiver has accepted nothing for a day. */
  pause: nullable(
    object({ code: word(['person', 'failing']), at: timestamp(), by: nullable(Type.String()) }),
  ),
  lastDelivery: nullable(deliveryAttributes),
  createdAt: timestamp(),
  createdBy: Type.String(),
  /** Increases with each change. An edit sends the one that it has seen. */
  version: Type.Integer(),
});
export type ChannelAttributes = Static<typeof channelAttributes>;
export const channelResource = resource('notification_channels', channelAttributes);
export type ChannelResource = Static<typeof channelResource>;
export const channelDocument = document(channelResource);
export const channelCollection = collection(channelResource);

/** The only response with a webhook's secret, null for email. It can't be read again. */
export const shownSecretResource = resource(
  'notification_secrets',
  object({ channelId: Type.String(), secret: nullable(Type.String()) }),
);
export type ShownSecretResource = Static<typeof shownSecretResource>;
export const shownSecretDocument = document(shownSecretResource);
