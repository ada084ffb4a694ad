import type { RecordsBatch, Rejection, StreamState } from '@headwater/protocol/protocol';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { rejectionReason } from '@headwater/protocol/rejection';
import type { SilenceWatch } from '../silence-watch.ts';
import { BatchBuilder } from './mysql.batch.ts';
import type { RelationColumn } from './mysql.catalog.ts';
import type { Checkpoints } from './mysql.resume.ts';
import type { RowValues, Session } from './mysql.session.ts';

export type RowsMessage =
  | { type: 'RECORDS'; batch: RecordsBatch }
  | { type: 'REJECTED'; rows: Rejection[]; count: number }
  | { type: 'CHECKPOINT'; state: StreamState };

/** A batch is passed on after this time, however small it is. */
const PASS_MS = 250;
const RAW_CHARACTERS = 500;

/** Reads the rows of a statement as they arrive. While a message is handled, the source has to wait. */
export class RowReader {
  readonly #session: Session;
  readonly #silence: SilenceWatch;
  readonly #batch: BatchBuilder;
  #tooLarge: Rejection[] = [];
  #rowsRead = 0;
  #passedAt = 0;
  #hasEnded = false;
  #problem: Error | null = null;
  #ready = Promise.withResolvers<void>();
  readonly #checkpoints: Checkpoints | null;
  /** The key of the last row. Null if it can't be said to be the last one. */
  #last: string[] | null = null;

  constructor(
    session: Session,
    columns: readonly RelationColumn[],
    silence: SilenceWatch,
    checkpoints: Checkpoints | null = null,
  ) {
    this.#checkpoints = checkpoints;
    this.#session = session;
    this.#silence = silence;
    this.#batch = new BatchBuilder(columns);
  }

  /** How many rows the source has sent. */
  get rowsRead(): number {
    return this.#rowsRead;
  }

  async *read(sql: string): AsyncIterable<RowsMessage> {
    this.#passedAt = performance.now();
    this.#session.onBytes = (bytes) => this.#silence.heard(bytes);
    this.#silence.start();
    this.#session.stream(sql, { row: (values) => this.#add(values), end: (error) => this.#end(error) });
    try {
      while (true) {
        await this.#ready.promise;
        this.#silence.stop();
        yield* this.#take();
        if (this.#hasEnded && this.#problem) throw this.#problem;
        if (this.#hasEnded) return;
        this.#ready = Promise.withResolvers();
        this.#passedAt = performance.now();
        this.#silence.start();
        this.#session.resume();
      }
    } finally {
      this.#silence.stop();
      this.#session.onBytes = () => undefined;
    }
  }

  #add(values: RowValues): void {
    this.#rowsRead += 1;
    let bytes = 0;
    for (const value of values) bytes += value?.length ?? 0;
    if (bytes > RECORD_LIMIT) this.#tooLarge.push(this.#rejection(values));
    else this.#batch.add(values);
    if (!this.#batch.isFull && this.#tooLarge.length === 0 && performance.now() - this.#passedAt < PASS_MS)
      return;
    this.#session.pause();
    this.#ready.resolve();
  }

  #rejection(values: RowValues): Rejection {
    const raw = values.map((value) => value?.toString('utf8', 0, RAW_CHARACTERS) ?? '').join(',');
    return {
      line: this.#rowsRead,
      column: null,
      raw: raw.slice(0, RAW_CHARACTERS),
      ...rejectionReason('row_too_large', { mebibytes: RECORD_LIMIT / 1024 ** 2 }),
    };
  }

  #end(error: Error | null): void {
    this.#hasEnded = true;
    this.#problem ??= error;
    this.#ready.resolve();
  }

  *#take(): Iterable<RowsMessage> {
    const tooLarge = this.#tooLarge;
    this.#tooLarge = [];
    if (this.#batch.rows > 0) {
      const first = this.#rowsRead - tooLarge.length - this.#batch.rows + 1;
      const { batch, rejected } = this.#batch.take(first);
      yield* this.#checkpoint(batch, rejected.length > 0);
      if (batch.rows > 0) yield { type: 'RECORDS', batch };
      if (rejected.length > 0) yield { type: 'REJECTED', rows: rejected, count: rejected.length };
    }
    if (tooLarge.length === 0) return;
    this.#last = null;
    yield { type: 'REJECTED', rows: tooLarge, count: tooLarge.length };
  }

  /** Sends a checkpoint for the rows before the batch. */
  *#checkpoint(batch: RecordsBatch, hasRejected: boolean): Iterable<RowsMessage> {
    if (!this.#checkpoints) return;
    const { order, stateAfter } = this.#checkpoints;
    const last = this.#last;
    // A rejected row's key isn't in the batch, and it must be neither left out nor rejected twice.
    const isUsable = batch.rows > 0 && !hasRejected;
    this.#last = isUsable ? order.keyIn(batch, batch.rows - 1) : null;
    if (last && isUsable) yield { type: 'CHECKPOINT', state: stateAfter(last) };
  }
}
