import { Type, type Static } from '@sinclair/typebox';
import { failure } from '../ground/failure.ts';
import {
  collection,
  document,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { messageValues } from '../ground/message-values.ts';
import { ATTEMPT_OUTCOMES, RUN_STATES, RUN_TRIGGERS, STREAM_STATES } from '../ground/words.ts';

export type RunState = (typeof RUN_STATES)[number];

export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export type StreamState = (typeof STREAM_STATES)[number];

/**
 * One table within a run. Once `state` is complete, the run has committed it as a new version, and read = loaded +
 * deduplicated + filtered + rejected. Before that, or if it never gets there, only the number of rows read is known. `phase` is the current one,
 * or the last one if it stopped.
 */
export const runStream = object({
  tableName: Type.String(),
  state: word(STREAM_STATES),
  phase: word(['waiting', 'reading', 'loading', 'checking', 'committing', 'done']),
  rowsRead: Type.Integer(),
  rowsLoaded: Type.Integer(),
  /** Rows that the table had already, or that another row with the same key replaces. */
  rowsDeduplicated: Type.Integer(),
  /** Rows that the filter or the cap leaves out, unless the source does that itself. */
  rowsFiltered: Type.Integer(),
  rowsRejected: Type.Integer(),
  /**
   * What it takes to read its rejected rows again: any run, as each reads all rows; one from scratch; or one from scratch
   * that would also replace rows which only the table still has.
   */
  retry: word(['any_run', 'from_scratch', 'loses_history']),
  estimatedRows: nullable(Type.Integer()),
  failure: nullable(failure),
});
export type RunStream = Static<typeof runStream>;

/** One attempt of a run. `outcome` is null while it is running. */
export const runAttempt = object({
  number: Type.Integer(),
  startedAt: timestamp(),
  endedAt: nullable(timestamp()),
  outcome: nullable(word(ATTEMPT_OUTCOMES)),
  failure: nullable(failure),
});
export type RunAttempt = Static<typeof runAttempt>;

const runFacts = {
  /** 1, 2, 3 … within its connection. */
  number: Type.Integer(),
  state: word(RUN_STATES),
  trigger: word(RUN_TRIGGERS),
  startedBy: nullable(Type.String()),
  attempt: Type.Integer(),
  /** The only tables that it reads; null for all selected ones. */
  scope: nullable(Type.Array(Type.String())),
  /** Whether it reads everything again instead of only what is new. */
  fromScratch: Type.Boolean(),
  createdAt: timestamp(),
  startedAt: nullable(timestamp()),
  endedAt: nullable(timestamp()),
  /** Includes tables that aren't committed. */
  rowsRead: Type.Integer(),
  /** Only of tables that this run has committed. */
  rowsLoaded: Type.Integer(),
  rowsRejected: Type.Integer(),
  failure: nullable(failure),
  /** When it is retried automatically; only while incomplete. */
  retryAt: nullable(timestamp()),
};
/** A run in a list, without its tables, of which each run can have 1,000. */
export const syncRunFacts = object(runFacts);
export type SyncRunFacts = Static<typeof syncRunFacts>;
export const syncRunAttributes = object({
  ...runFacts,
  /** The place in line of a run that waits for its turn, from 1; else null. */
  position: nullable(Type.Integer()),
  streams: Type.Array(runStream),
  /** Newest first. Empty for runs from before attempts were stored. */
  attempts: Type.Array(runAttempt),
});
export type SyncRunAttributes = Static<typeof syncRunAttributes>;
export const syncRunResource = resource('sync_runs', syncRunAttributes);
export type SyncRunResource = Static<typeof syncRunResource>;
export const syncRunDocument = document(syncRunResource);
export const syncRunListItem = resource('sync_runs', syncRunFacts);
export type SyncRunListItem = Static<typeof syncRunListItem>;
export const syncRunCollection = collection(syncRunListItem);
const newSyncRun = object({
  /** Selected tables to sync; all of them without it. */
  tables: Type.Optional(
    Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: 1_000, uniqueItems: true }),
  ),
  /** Read everything again, instead of only what is new. */
  refresh: Type.Optional(Type.Boolean()),
});
export type NewSyncRun = Static<typeof newSyncRun>;
export const newSyncRunBody = requestBody('sync_runs', newSyncRun);
export const syncRunCancellationBody = requestBody('sync_run_cancellations', object({}));

/** A row that could not be loaded, kept with its reason. */
export const rejectedRowAttributes = object({
  tableName: Type.String(),
  line: nullable(Type.Integer()),
  column: nullable(Type.String()),
  /** Stable; selects the message on screen. See rejection-codes.ts. Null in runs that are older than the codes. */
  code: nullable(Type.String()),
  /** English, for people. */
  reason: Type.String(),
  /** Values for the translated message. */
  values: messageValues,
  /** The row as it was in the source, cut off after 500 characters. */
  raw: Type.String(),
});
export type RejectedRowAttributes = Static<typeof rejectedRowAttributes>;
export const rejectedRowCollection = collection(resource('rejected_rows', rejectedRowAttributes));
