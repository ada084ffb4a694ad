import { Type, type Static } from '@sinclair/typebox';
import {
  collection,
  document,
  id,
  nameText,
  lineText,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { queryFilter } from '../tables/query.ts';
import {
  ACCOUNT_NETWORKS_MAX,
  ACCOUNT_REQUESTS_MAX,
  ACCOUNT_SECONDS_MAX,
  OVERLAP_HOURS,
  OVERLAP_HOURS_DEFAULT,
  SERVICE_ACCOUNT_DESCRIPTION_MAX,
  SERVICE_ACCOUNT_NAME_MAX,
  TOKEN_DAYS_DEFAULT,
  TOKEN_DAYS_MAX,
} from './service-account-limits.ts';
import { SERVICE_RIGHTS } from '../ground/words.ts';

const nameInSource = Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[^\\x00]+$' });

/**
 * The connections, tables, and columns that a service account sees. `tables: null` and `columns: null` stand for all of
 * them, also later ones. What is named twice has everything that either has.
 */
export const dataScope = Type.Array(
  object({
    sourceConnectionId: id('src'),
    tables: nullable(
      Type.Array(
        object({
          tableName: nameInSource,
          columns: nullable(Type.Array(nameInSource, { minItems: 1, maxItems: 2_000 })),
          /** Only rows that match are there. Its columns needn't be visible. Without it, all rows are. */
          filter: Type.Optional(queryFilter),
        }),
        { minItems: 1, maxItems: 1_000 },
      ),
    ),
  }),
  { minItems: 1, maxItems: 1_000 },
);
export type DataScope = Static<typeof dataScope>;

const name = nameText(SERVICE_ACCOUNT_NAME_MAX);
const description = lineText(SERVICE_ACCOUNT_DESCRIPTION_MAX);
/** Null for everything in the workspace. */
const scope = nullable(dataScope);
const rights = Type.Array(word(SERVICE_RIGHTS), { minItems: 1, uniqueItems: true });
/** Where requests may come from: IP addresses, and networks like 10.1.0.0/16. Empty for anywhere. */
const networks = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: ACCOUNT_NETWORKS_MAX });
const limits = object({
  /** How many requests run at once. */
  requests: Type.Integer({ minimum: 1, maximum: ACCOUNT_REQUESTS_MAX }),
  /** How many seconds an SQL statement may take. */
  seconds: Type.Integer({ minimum: 1, maximum: ACCOUNT_SECONDS_MAX }),
});
export type AccountLimits = Static<typeof limits>;
const days = Type.Integer({ minimum: 1, maximum: TOKEN_DAYS_MAX, default: TOKEN_DAYS_DEFAULT });

export const newServiceAccountBody = requestBody(
  'service_accounts',
  object({
    name,
    description,
    scope,
    days,
    /** By default, it only reads data. */
    rights: Type.Optional(rights),
    networks: Type.Optional(networks),
    limits: Type.Optional(limits),
  }),
);

export const serviceAccountChangeBody = requestBody(
  'service_accounts',
  object({
    name: Type.Optional(name),
    description: Type.Optional(description),
    scope: Type.Optional(scope),
    rights: Type.Optional(rights),
    networks: Type.Optional(networks),
    limits: Type.Optional(limits),
    /** A disabled account's tokens are refused until it is enabled again. */
    disabled: Type.Optional(Type.Boolean()),
  }),
);

export const newServiceTokenBody = requestBody(
  'service_account_tokens',
  object({
    days,
    /** The token that it takes over from, which goes on working for so many hours, but not longer than before. */
    replaces: Type.Optional(
      object({
        tokenId: id('tok'),
        hours: Type.Integer({
          minimum: 0,
          maximum: Math.max(...OVERLAP_HOURS),
          default: OVERLAP_HOURS_DEFAULT,
        }),
      }),
    ),
  }),
);

const serviceToken = object({
  id: Type.String(),
  /** The beginning of the token, by which people recognize it. */
  hint: Type.String(),
  state: word(['active', 'expired', 'revoked']),
  createdAt: timestamp(),
  createdBy: Type.String(),
  expiresAt: timestamp(),
  revokedAt: nullable(timestamp()),
  lastUsedAt: nullable(timestamp()),
  /** The address that it was last used from. */
  lastUsedFrom: nullable(Type.String()),
  /** What the program that used it called itself: its User-Agent. */
  lastUsedBy: nullable(Type.String()),
});
export type ServiceToken = Static<typeof serviceToken>;

const serviceAccountAttributes = object({
  name: Type.String(),
  description: Type.String(),
  scope,
  rights: Type.Array(word(SERVICE_RIGHTS)),
  networks,
  limits,
  /** What its scope names, and isn't there anymore. Nobody reads it. */
  missing: Type.Array(
    object({
      sourceConnectionId: id('src'),
      tableName: nullable(Type.String()),
      column: nullable(Type.String()),
    }),
  ),
  status: word(['active', 'expiring', 'expired', 'no_token', 'disabled']),
  /** When its last token expires, or has expired. Null without a token that wasn't revoked. */
  expiresAt: nullable(timestamp()),
  lastUsedAt: nullable(timestamp()),
  createdAt: timestamp(),
  createdBy: Type.String(),
  /** Newest first. Those that ended long ago are left out. */
  tokens: Type.Array(serviceToken),
  /** Increases with each change. An edit sends the one that it has seen. */
  version: Type.Integer(),
  can: object({ edit: Type.Boolean() }),
});
export type ServiceAccountAttributes = Static<typeof serviceAccountAttributes>;

const usageOfDay = object({
  /** In the time zone, as YYYY-MM-DD. */
  day: Type.String(),
  requests: Type.Number(),
  /** Of these, those that were refused: the right or the scope was missing, or there were too many. */
  refused: Type.Number(),
  /** Sent. */
  bytes: Type.Number(),
});
export const serviceAccountUsageAttributes = object({
  /** The workspace's, or UTC if it has none. */
  timeZone: Type.String(),
  /** The last 30 days, the earliest first. */
  days: Type.Array(usageOfDay),
});
export type ServiceAccountUsageAttributes = Static<typeof serviceAccountUsageAttributes>;
export const serviceAccountUsageDocument = document(
  resource('service_account_usage', serviceAccountUsageAttributes),
);

export const serviceAccountResource = resource('service_accounts', serviceAccountAttributes);
export type ServiceAccountResource = Static<typeof serviceAccountResource>;
export const serviceAccountDocument = document(serviceAccountResource);
export const serviceAccountCollection = collection(serviceAccountResource);
/** The only response with a token. It can't be read again. */
export const shownTokenResource = resource(
  'service_account_tokens',
  object({ serviceAccountId: Type.String(), token: Type.String(), expiresAt: timestamp() }),
);
export type ShownTokenResource = Static<typeof shownTokenResource>;
export const shownTokenDocument = document(shownTokenResource);
