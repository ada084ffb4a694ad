/**
 * Every code that a line of a run's log can carry, with the values its translated message may use.
 * The API defines the English messages (engine/protocol/log-entry.ts).
 */
export const LOG_CODES = {
  // The attempt
  attempt_started: ['tables'],
  attempt_interrupted: [],
  attempt_stopping: [],
  process_ended: ['reason'],
  lease_lost: [],
  // `state` is the run's after the attempt.
  attempt_ended: ['state', 'complete', 'tables', 'seconds'],
  retry_scheduled: ['seconds'],
  lines_lost: ['lines'],
  // A source
  source_connected: ['host', 'port', 'database'],
  // `unknown` if it isn't known when the latest change was made that the replica has.
  source_replica: ['host', 'seconds'],
  // A table
  table_started: ['columns'],
  table_resumed: ['rows'],
  // Why a table is read as a whole, although rows have been read before
  versions_elsewhere: [],
  versions_back: ['before', 'now'],
  versions_wrapped: ['transactions'],
  versions_rewritten: [],
  versions_columns: [],
  addresses_respelled: ['rows'],
  rate_limited: ['seconds'],
  table_progress: ['rows', 'rate'],
  // `reason` is English; `reasonCode` is a code of rejection-codes.ts, whose values are added to these.
  rows_rejected: ['rows', 'line', 'reason', 'reasonCode'],
  file_rows_rejected: ['file', 'rows', 'line', 'reason', 'reasonCode'],
  files_left_out: ['files', 'file'],
  table_read: ['read', 'loaded', 'unchanged', 'filtered', 'rejected', 'seconds'],
  table_published: ['rows', 'seconds'],
  table_held: [],
  table_failed: [],
} as const satisfies Record<string, readonly string[]>;

export type LogCode = keyof typeof LOG_CODES;
