import type { Failure, LogCode, LogLevel, MessageValues, RunState } from '@headwater/shared/contract';
import { logEntry } from '@headwater/protocol/log-entry';
import type { Rejection } from '@headwater/protocol/protocol';
import { reasonValues } from '@headwater/protocol/rejection';
import type { FromSyncProcess, StagedVersion } from '@headwater/connectors/processes/sync/messages';
import type { AttemptLog } from '../logs/index.ts';
import type { EndedAttempt } from './end-attempt.ts';
import type { Work } from './plan-attempt.ts';

/** How often a table that is being read has a line about its progress. */
const PROGRESS_MS = 30_000;

const LEVEL_OF_END: Partial<Record<RunState, LogLevel>> = {
  succeeded: 'info',
  canceled: 'info',
  failed: 'error',
};

interface TableNotes {
  columns: number;
  startedAt: number | null;
  notedAt: number;
  rows: number;
  stagedAt: number;
  firstRejection: Rejection | null;
}

/** Writes what happens in an attempt to its log. */
export class AttemptNotes {
  readonly #log: AttemptLog;
  readonly #tables = new Map<string, TableNotes>();
  readonly #startedAt = performance.now();

  constructor(log: AttemptLog) {
    this.#log = log;
  }

  planned({ inputs, streams }: Work): void {
    this.#log.hide(inputs.secrets);
    for (const { stream } of streams)
      this.#tables.set(stream.tableName, {
        columns: stream.columns.length,
        startedAt: null,
        notedAt: 0,
        rows: 0,
        stagedAt: 0,
        firstRejection: null,
      });
    this.#write('info', 'attempt_started', { tables: streams.length });
  }

  /** Notes what the sync process reports. */
  take(message: FromSyncProcess): void {
    switch (message.type) {
      case 'progress':
        return this.#progress(message.tableName, message.rowsRead);
      case 'resumed':
        if (message.rowsRead === 0) return;
        return this.#about('info', message.tableName, 'table_resumed', { rows: message.rowsRead });
      case 'rejected':
        return this.#rejected(message.tableName, message.rows);
      case 'staged':
        return this.#staged(message.tableName, message.version);
      case 'log':
        return this.#log.write(message.entry);
      default:
        return; // noted when it is stored
    }
  }

  published(tableName: string, rows: number): void {
    const since = this.#tables.get(tableName)?.stagedAt ?? performance.now();
    this.#about('info', tableName, 'table_published', { rows, seconds: secondsSince(since) });
  }

  held(tableName: string, failure: Failure): void {
    this.#about('warn', tableName, 'table_held', {}, failure);
  }

  failed(tableName: string, failure: Failure): void {
    const level = failure.type === 'manual_cancellation' ? 'info' : 'error';
    this.#about(level, tableName, 'table_failed', {}, failure);
  }

  stopping(failure: Failure): void {
    this.#log.write(logEntry('info', 'attempt_stopping', {}, { failure }));
  }

  /** The process is gone without a last word. */
  processEnded(exitCode: number | null, signal: NodeJS.Signals | null): void {
    this.#write('error', 'process_ended', { reason: signal ?? `exit code ${exitCode}` });
  }

  interrupted(): void {
    this.#write('info', 'attempt_interrupted');
  }

  leaseLost(): void {
    this.#write('error', 'lease_lost');
  }

  ended(run: EndedAttempt): void {
    const { state, complete, tables, failure, retryInSeconds } = run;
    const values = { state, complete, tables, seconds: secondsSince(this.#startedAt) };
    const level = LEVEL_OF_END[state] ?? 'warn';
    // That it was canceled is what the state says.
    const cause = state === 'canceled' ? null : failure;
    this.#log.write(logEntry(level, 'attempt_ended', values, { failure: cause }));
    if (retryInSeconds !== null) this.#write('info', 'retry_scheduled', { seconds: retryInSeconds });
  }

  #progress(tableName: string, rows: number): void {
    const table = this.#tables.get(tableName);
    if (!table) return;
    const now = performance.now();
    if (table.startedAt === null) {
      table.startedAt = now;
      table.notedAt = now;
      this.#about('info', tableName, 'table_started', { columns: table.columns });
    } else if (now - table.notedAt >= PROGRESS_MS) {
      const rate = Math.round(((rows - table.rows) / (now - table.notedAt)) * 1_000);
      this.#about('info', tableName, 'table_progress', { rows, rate });
      table.notedAt = now;
      table.rows = rows;
    }
  }

  #rejected(tableName: string, [first]: readonly Rejection[]): void {
    const table = this.#tables.get(tableName);
    if (table) table.firstRejection ??= first ?? null;
  }

  #staged(tableName: string, version: StagedVersion): void {
    const { rowsRead, rowsLoaded, rowsDeduplicated, rowsFiltered, rowsRejected } = version;
    const table = this.#tables.get(tableName);
    if (!table) return;
    table.stagedAt = performance.now();
    const { firstRejection: first } = table;
    if (rowsRejected > 0 && first) {
      const values = { rows: rowsRejected, line: first.line ?? 0, ...reasonValues(first) };
      this.#about('warn', tableName, 'rows_rejected', values);
    }
    const skipped = { unchanged: rowsDeduplicated, filtered: rowsFiltered };
    const counts = { read: rowsRead, loaded: rowsLoaded, ...skipped, rejected: rowsRejected };
    this.#about('info', tableName, 'table_read', {
      ...counts,
      seconds: secondsSince(table.startedAt ?? table.stagedAt),
    });
  }

  #write(level: LogLevel, code: LogCode, values: MessageValues = {}): void {
    this.#log.write(logEntry(level, code, values));
  }

  #about(
    level: LogLevel,
    tableName: string,
    code: LogCode,
    values: MessageValues = {},
    failure: Failure | null = null,
  ): void {
    this.#log.write(logEntry(level, code, values, { tableName, failure }));
  }
}

/** Returns the seconds since a time of `performance.now()`, to a hundredth. */
const secondsSince = (start: number) => Math.round((performance.now() - start) / 10) / 100;
