import { Type, type Static } from '@sinclair/typebox';
import { failure } from './failure.ts';
import {
  collection,
  document,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from './json-api.ts';
import { CONNECTION_STATUSES, RUN_STATES, SCHEMA_STATES } from './words.ts';

export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** Free of secrets: a secret that is stored reads as `{ "set": true }`, one that isn't as null. */
export const configuration = Type.Record(Type.String(), Type.Unknown());

export const runSummary = object({
  id: Type.String(),
  number: Type.Integer(),
  state: word(RUN_STATES),
  startedAt: nullable(timestamp()),
  endedAt: nullable(timestamp()),
  /** When it resumes; only while incomplete. */
  retryAt: nullable(timestamp()),
  tables: Type.Integer(),
  tablesFailed: Type.Integer(),
  /** Different reasons among them: with one alone, `failure` says it all. */
  causes: Type.Integer(),
  rowsRead: Type.Integer(),
  /** Of tables that this run has committed. */
  rowsLoaded: Type.Integer(),
  rowsRejected: Type.Integer(),
  failure: nullable(failure),
});

export const sourceConnectionAttributes = object({
  name: Type.String(),
  connector: Type.String(),
  configuration,
  /** Where it points to, for people: `shop-db:5432/shop`, `orders.csv`. */
  address: Type.String(),
  status: word(CONNECTION_STATUSES),
  setup: word(['draft', 'unverified', 'connected', 'broken']),
  lifecycle: word(['active', 'paused', 'deleting']),
  schemaState: word(SCHEMA_STATES),
  /** When its list of tables was last read; null until it has been. */
  discoveredAt: nullable(timestamp()),
  /** Why `status` is failed or incomplete. */
  failure: nullable(failure),
  selectedTables: Type.Integer(),
  /** Selected tables without rows yet. */
  missingTables: Type.Integer(),
  /** Selected tables whose last run failed, and from when the versions are that they keep. */
  outdatedTables: nullable(object({ count: Type.Integer(), oldest: timestamp(), newest: timestamp() })),
  lastRun: nullable(runSummary),
  /** When the oldest of the selected tables was committed; null where none has been. */
  freshAsOf: nullable(timestamp()),
  /** A table that collapses is adopted all the same, instead of being held back. */
  acceptsShrinking: Type.Boolean(),
  createdAt: timestamp(),
  /** Goes back in If-Match; 412 where somebody else was faster. */
  version: Type.Integer(),
  can: object({ edit: Type.Boolean(), sync: Type.Boolean() }),
});
export type SourceConnectionAttributes = Static<typeof sourceConnectionAttributes>;
export const sourceConnectionResource = resource('source_connections', sourceConnectionAttributes);
export type SourceConnectionResource = Static<typeof sourceConnectionResource>;
export const sourceConnectionDocument = document(sourceConnectionResource);
export const sourceConnectionCollection = collection(sourceConnectionResource);

/** A check of just this configuration: if it has passed of late, the connection is saved as connected, else as unverified. */
const connectionCheckId = Type.Optional(Type.String());

const newSourceConnection = object({
  name: Type.String({ minLength: 1, maxLength: 80 }),
  connector: Type.String(),
  configuration,
  connectionCheckId,
});
export type NewSourceConnection = Static<typeof newSourceConnection>;
export const newSourceConnectionBody = requestBody('source_connections', newSourceConnection);

const sourceConnectionChange = object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
  /** Whole; a secret that reads `{ "set": true }` is kept, unless the host changes: then it is asked again. */
  configuration: Type.Optional(configuration),
  connectionCheckId,
  acceptsShrinking: Type.Optional(Type.Boolean()),
});
export type SourceConnectionChange = Static<typeof sourceConnectionChange>;
export const sourceConnectionChangeBody = requestBody('source_connections', sourceConnectionChange);
