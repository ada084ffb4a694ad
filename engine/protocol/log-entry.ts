import type { Failure, LogCode, LogLevel, MessageValues } from '@headwater/shared/contract';
import { fill } from '@headwater/base/failures/fill';

/** What a line of a run's log says. */
export interface LogEntry {
  level: LogLevel;
  /** Null for what isn't about a single table. */
  tableName: string | null;
  code: LogCode;
  /** In English. */
  message: string;
  /** Values for the translated message. */
  values: MessageValues;
  failure: Failure | null;
}

/** English messages, worded so that numbers don't need plural forms. */
const LOG_CATALOG: Record<LogCode, string> = {
  attempt_started: 'Attempt started. Tables to read: {tables}.',
  attempt_interrupted: 'Headwater is stopping. The attempt continues after the next start.',
  attempt_stopping: 'Stopping. Tables that are already published stay.',
  process_ended: 'The sync process ended unexpectedly: {reason}.',
  lease_lost: 'Another worker has taken over this run.',
  attempt_ended: 'Attempt ended after {seconds} s: {state}. Tables complete: {complete} of {tables}.',
  retry_scheduled: 'Waiting {seconds} s before the next attempt.',
  lines_lost: 'Lines that could not be written here: {lines}.',

  source_connected: 'Connected to {host}:{port}, database {database}.',

  source_replica: '{host} is a replica. Seconds since the latest change that it has: {seconds}.',

  table_started: 'Reading. Columns: {columns}.',
  table_resumed: 'Resuming after {rows} rows that were read before the interruption.',
  versions_elsewhere:
    'This is another database server than in the last sync, a copy, or a backup, which counts transactions on its own. All rows are read.',
  versions_back:
    'The source’s transactions went back from {before} to {now}. It may have been restored from a backup. All rows are read.',
  versions_wrapped:
    'Transactions since the last sync: {transactions}. The source reuses their numbers, so changed rows can’t be told from old ones. All rows are read.',
  versions_rewritten: 'The table was emptied, rewritten, or replaced at the source. All rows are read.',
  versions_columns: 'Columns were added, whose values in old rows are unknown here. All rows are read.',
  addresses_respelled:
    'Rows with addresses that an earlier version stored with /32 or /128, which are now written as the source shows them: {rows}.',
  rate_limited: 'The source limits the rate of requests. Waiting {seconds} s.',
  table_progress: 'Rows read so far: {rows}, {rate} per second.',
  rows_rejected: 'Rows rejected: {rows}. The first is on line {line}: {reason}.',
  file_rows_rejected: '{file}: rows rejected: {rows}. The first is on line {line}: {reason}.',
  files_left_out: 'Files that aren’t there, and were left out: {files}. The first is {file}.',
  table_read:
    'Read in {seconds} s: {read} rows = {loaded} loaded + {unchanged} unchanged + {filtered} left out + {rejected} rejected.',
  table_published: 'Published as the new version in {seconds} s. Rows: {rows}.',
  table_held: 'Loaded, but held back until someone decides.',
  table_failed: 'Failed.',
};

interface About {
  tableName?: string | null;
  failure?: Failure | null;
}

export const logEntry = (
  level: LogLevel,
  code: LogCode,
  values: MessageValues = {},
  { tableName = null, failure = null }: About = {},
): LogEntry => ({ level, tableName, code, message: fill(LOG_CATALOG[code], values), values, failure });
