import { on } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { FailureError } from '@headwater/base/failures/failure';
import { LimitWatch } from '@headwater/base/processes/limit-watch';
import { isRunning, startChild } from '@headwater/base/processes/start-child';
import type { KnownFile } from '../file-format.ts';
import type { FromSqliteProcess, ToSqliteProcess } from './sqlite.process.ts';
import type { Rows, TableRead } from './sqlite.rows.ts';
import type { SqliteColumn, TableTypes } from './sqlite.tables.ts';

const MIB = 1024 ** 2;

export interface ComputedLimits {
  /** Memory that the system gives the process, reserved or not, and that it may have in use. */
  dataBytes: number;
  residentBytes: number;
  /** Processor time for one table while a file is looked at, and how many may use it up. */
  lookSeconds: number;
  mostEndless: number;
  /** Processor time without a row while it is read. */
  readSeconds: number;
}

export const COMPUTED_LIMITS: ComputedLimits = {
  dataBytes: 1_280 * MIB,
  residentBytes: 512 * MIB,
  lookSeconds: 15,
  mostEndless: 3,
  readSeconds: 60,
};

/** Looks at what a database computes, in a process that is used for all of a file unless it reaches a limit. */
export class ComputedTables {
  readonly #file: KnownFile;
  readonly #limits: ComputedLimits;
  readonly #signal: AbortSignal;
  #process: SqliteProcess | null = null;
  #endless = 0;

  constructor(file: KnownFile, signal: AbortSignal, limits = COMPUTED_LIMITS) {
    this.#file = file;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** Returns a table's columns and their types. `requireColumns` throws if there are too many. */
  async look(
    table: string,
    requireColumns: (given: readonly SqliteColumn[]) => void,
  ): Promise<{ given: SqliteColumn[]; types: TableTypes }> {
    const { path, fileName } = this.#file;
    const { lookSeconds, mostEndless } = this.#limits;
    if (this.#endless === mostEndless)
      throw new FailureError('work_without_progress', { seconds: lookSeconds * mostEndless });
    this.#process ??= new SqliteProcess(this.#limits, lookSeconds, this.#signal);
    let given: SqliteColumn[] = [];
    try {
      for await (const step of this.#process.run({ type: 'look', path, fileName, table })) {
        if (step.type === 'types') return { given, types: step.types };
        if (step.type !== 'columns') continue;
        given = step.given;
        requireColumns(given);
      }
      throw new FailureError('process_lost');
    } catch (error) {
      if (this.#process.reached?.failure.code === 'work_without_progress') this.#endless += 1;
      if (this.#process.hasEnded) this.close();
      throw error;
    }
  }

  close(): void {
    this.#process?.close();
    this.#process = null;
  }
}

/** Passes on the rows of what a database computes. Returns how many there were, including rejected ones. */
export async function* computedRows(
  { path, fileName }: KnownFile,
  read: TableRead,
  signal: AbortSignal,
  limits = COMPUTED_LIMITS,
): AsyncGenerator<Rows, number> {
  const child = new SqliteProcess(limits, limits.readSeconds, signal);
  try {
    for await (const step of child.run({ type: 'read', path, fileName, read })) {
      if (step.type === 'end') return step.rows;
      if (step.type === 'rows') yield step.rows;
    }
    throw new FailureError('process_lost');
  } finally {
    child.close();
  }
}

type Work = Exclude<ToSqliteProcess, { type: 'next' }>;
type Step = Exclude<FromSqliteProcess, { type: 'failed' }>;

/** Does one thing at a time. */
class SqliteProcess {
  readonly #child: ChildProcess;
  readonly #watch: LimitWatch;
  readonly #signal: AbortSignal;
  readonly #stop = () => void this.#child.kill('SIGKILL');

  constructor(limits: ComputedLimits, silentSeconds: number, signal: AbortSignal) {
    signal.throwIfAborted();
    const { dataBytes, residentBytes } = limits;
    this.#child = startChild(new URL('./sqlite.process.ts', import.meta.url), 'reader', { dataBytes });
    this.#watch = new LimitWatch(this.#child, { residentBytes, silentSeconds });
    this.#signal = signal;
    signal.addEventListener('abort', this.#stop, { once: true });
  }

  get reached(): FailureError | null {
    return this.#watch.reached;
  }

  get hasEnded(): boolean {
    return !isRunning(this.#child);
  }

  /** Passes on what it tells, and lets it go on when that has been taken. Throws what it failed with, or its limit. */
  async *run(work: Work): AsyncGenerator<Step> {
    const told = on(this.#child, 'message', { close: ['exit'] }) as AsyncIterable<[FromSqliteProcess]>;
    this.#post(work);
    for await (const [step] of told) {
      if (step.type === 'failed') throw new FailureError(step.failure);
      yield step;
      this.#post({ type: 'next' });
    }
    this.#signal.throwIfAborted();
    throw this.reached ?? new FailureError('process_lost');
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#stop);
    this.#stop();
  }

  /** Whether it still runs is told by its exit. */
  #post(message: ToSqliteProcess): void {
    this.#child.send(message, () => undefined);
  }
}
