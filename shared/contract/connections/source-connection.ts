import { Type, type Static } from '@sinclair/typebox';
import { failure } from '../ground/failure.ts';
import {
  collection,
  document,
  lineText,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { VERSION_DAYS_MAX, VERSIONS_KEPT_MAX } from './connection-limits.ts';
import {
  CHANGE_POLICIES,
  CONNECTION_STATUSES,
  PAUSE_CODES,
  RUN_STATES,
  SCHEDULE_KINDS,
  SCHEMA_STATES,
} from '../ground/words.ts';

export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** Never contains secrets: a stored secret reads as `{ "set": true }`, one that isn't stored as null. */
export const configuration = Type.Record(Type.String(), Type.Unknown());

export const runSummary = object({
  id: Type.String(),
  number: Type.Integer(),
  state: word(RUN_STATES),
  startedAt: nullable(timestamp()),
  endedAt: nullable(timestamp()),
  /** When it will be retried; only while incomplete. */
  retryAt: nullable(timestamp()),
  /** Until when the source makes all tables that are being read wait; null if it lets one of them go on. */
  limitedUntil: nullable(timestamp()),
  tables: Type.Integer(),
  tablesFailed: Type.Integer(),
  /** How many different reasons these failed for; if there is only one, `failure` says it all. */
  causes: Type.Integer(),
  rowsRead: Type.Integer(),
  /** Only of tables that this run has committed. */
  rowsLoaded: Type.Integer(),
  rowsRejected: Type.Integer(),
  failure: nullable(failure),
});

/** Why a connection is paused: someone did it, or what happened; `by` is their name at that time. */
const pause = object({ code: word(PAUSE_CODES), by: nullable(Type.String()), at: timestamp() });

export const sourceConnectionAttributes = object({
  name: Type.String(),
  connector: Type.String(),
  configuration,
  /** What it connects to, for people: `shop-db:5432/shop`, `orders.csv`. */
  address: Type.String(),
  status: word(CONNECTION_STATUSES),
  setup: word(['draft', 'unverified', 'connected', 'broken']),
  lifecycle: word(['active', 'paused', 'deleting']),
  /** Set while `lifecycle` is paused. */
  pause: nullable(pause),
  /** Null until someone has saved a schedule: runs start only by hand. */
  schedule: nullable(
    object({
      kind: word(SCHEDULE_KINDS),
      /** Null if nothing is planned. In the past while it waits for the active run to end. */
      nextRunAt: nullable(timestamp()),
      /** Sent back in If-Match by an edit of the schedule. */
      version: Type.Integer(),
    }),
  ),
  schemaState: word(SCHEMA_STATES),
  /** When its list of tables was last read; null if it never was. */
  discoveredAt: nullable(timestamp()),
  /** Why `status` is `failed` or `incomplete`. */
  failure: nullable(failure),
  selectedTables: Type.Integer(),
  /** Selected tables that have no version yet. */
  missingTables: Type.Integer(),
  /** Selected tables whose last run failed, and when the versions they still have were committed. */
  outdatedTables: nullable(object({ count: Type.Integer(), oldest: timestamp(), newest: timestamp() })),
  lastRun: nullable(runSummary),
  /** How many runs have failed since the last one that loaded something. */
  failedRuns: Type.Integer(),
  /** When the oldest current version of a selected table was committed; null if there is none. */
  freshAsOf: nullable(timestamp()),
  /** When data as old as `freshAsOf` is older than the schedule's target; null without one. */
  lateAt: nullable(timestamp()),
  /** Whether a table that shrinks sharply is published anyway instead of being held back. */
  acceptsShrinking: Type.Boolean(),
  /** What happens when its tables or columns change. */
  changePolicy: word(CHANGE_POLICIES),
  /** How many such changes wait for a decision. */
  pendingChanges: Type.Integer(),
  /** How many of a table's newest versions are kept, including the current one. */
  versionsKept: Type.Integer(),
  /** For how many days all others are kept. */
  versionDays: Type.Integer(),
  createdAt: timestamp(),
  /** Sent back in If-Match; 412 if someone else has changed the connection meanwhile. */
  version: Type.Integer(),
  can: object({ edit: Type.Boolean(), sync: Type.Boolean() }),
});
export type SourceConnectionAttributes = Static<typeof sourceConnectionAttributes>;
export const sourceConnectionResource = resource('source_connections', sourceConnectionAttributes);
export type SourceConnectionResource = Static<typeof sourceConnectionResource>;
export const sourceConnectionDocument = document(sourceConnectionResource);

const { configuration: _, ...listed } = sourceConnectionAttributes.properties;
/** Without the configuration, which can be large, as with a manifest. */
export const listedConnectionAttributes = object(listed);
export type ListedConnectionAttributes = Static<typeof listedConnectionAttributes>;
const listedConnection = resource('source_connections', listedConnectionAttributes);
export type ListedConnection = Static<typeof listedConnection>;
export const sourceConnectionCollection = collection(listedConnection);

/**
 * A check of exactly this configuration: if it passed recently, the connection is saved as connected, else as
 * unverified.
 */
const connectionCheckId = Type.Optional(Type.String());

const newSourceConnection = object({
  name: lineText(80, 1),
  connector: Type.String(),
  configuration,
  connectionCheckId,
});
export type NewSourceConnection = Static<typeof newSourceConnection>;
export const newSourceConnectionBody = requestBody('source_connections', newSourceConnection);

/** The name of a connection that is made like another. */
const connectionCopy = object({ name: lineText(80, 1) });
export const connectionCopyBody = requestBody('connection_copies', connectionCopy);

const sourceConnectionChange = object({
  name: Type.Optional(lineText(80, 1)),
  /**
   * The whole configuration. A secret given as `{ "set": true }` is kept, unless it could now be sent somewhere else or
   * less securely, as with another host: then it has to be given again.
   */
  configuration: Type.Optional(configuration),
  connectionCheckId,
  acceptsShrinking: Type.Optional(Type.Boolean()),
  changePolicy: Type.Optional(word(CHANGE_POLICIES)),
  versionsKept: Type.Optional(Type.Integer({ minimum: 1, maximum: VERSIONS_KEPT_MAX })),
  versionDays: Type.Optional(Type.Integer({ minimum: 0, maximum: VERSION_DAYS_MAX })),
});
export type SourceConnectionChange = Static<typeof sourceConnectionChange>;
export const sourceConnectionChangeBody = requestBody('source_connections', sourceConnectionChange);
