import type { RecordsBatch, Rejection, StreamState } from '@headwater/protocol/protocol';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { rejectionReason } from '@headwater/protocol/rejection';
import { BatchBuilder } from './postgres.batch.ts';
import type { RelationColumn } from './postgres.catalog.ts';
import type { Copy } from './postgres.copy.ts';
import { CopyMessages } from './postgres.copy-messages.ts';
import type { ReadOrder } from './postgres.read-order.ts';
import { rowText } from './postgres.row-text.ts';
import type { SilenceWatch } from '../silence-watch.ts';

export type RowsMessage =
  | { type: 'RECORDS'; batch: RecordsBatch }
  | { type: 'REJECTED'; rows: Rejection[]; count: number }
  | { type: 'PROGRESS'; rowsRead: number }
  | { type: 'CHECKPOINT'; state: StreamState };

/** Where a read can go on from. */
export interface Checkpoints {
  order: ReadOrder;
  /** Returns the state of a read that has sent all rows up to the one with these values. */
  stateAfter(values: readonly string[]): StreamState;
}

const PROGRESS_MS = 250;

/** Reads the rows that COPY sends. While a message is handled, the source has to wait and may be silent. */
export class RowReader {
  readonly #copy: Pick<Copy, 'read' | 'end'>;
  readonly #columns: readonly RelationColumn[];
  readonly #silence: SilenceWatch;
  readonly #messages = new CopyMessages();
  readonly #batch: BatchBuilder;
  /** Rows before the current batch. */
  #rowsBefore = 0;
  #reportedAt = performance.now();
  readonly #checkpoints: Checkpoints | null;
  /** The values of the last row, by which the rows are ordered. Null if it can't be said to be the last one. */
  #last: string[] | null = null;

  constructor(
    copy: Pick<Copy, 'read' | 'end'>,
    columns: readonly RelationColumn[],
    silence: SilenceWatch,
    checkpoints: Checkpoints | null = null,
  ) {
    this.#copy = copy;
    this.#columns = columns;
    this.#silence = silence;
    this.#checkpoints = checkpoints;
    this.#batch = new BatchBuilder(columns);
  }

  async *read(): AsyncIterable<RowsMessage> {
    this.#silence.start();
    try {
      while (this.#messages.rest === null) {
        const chunk = await this.#copy.read();
        this.#silence.heard(chunk.length);
        this.#messages.push(chunk);
        while (this.#messages.next()) {
          const { row } = this.#messages;
          if (row.isCut) yield* this.#paused(this.#passBatch(), this.#reject());
          else while (!this.#batch.add(row)) yield* this.#paused(this.#passBatch());
        }
        if (performance.now() - this.#reportedAt >= PROGRESS_MS) yield* this.#paused(this.#progress());
      }
      yield* this.#paused(this.#passBatch());
      await this.#copy.end(this.#messages.rest);
    } finally {
      this.#silence.stop();
    }
  }

  /** Reads what the source still sends, so that the connection can be used again. */
  async discard(): Promise<void> {
    this.#messages.discard();
    await this.#silence.during(this.#drain());
  }

  async #drain(): Promise<void> {
    while (this.#messages.rest === null) {
      const chunk = await this.#copy.read();
      this.#silence.heard(chunk.length);
      this.#messages.push(chunk);
      this.#messages.next();
    }
    await this.#copy.end(this.#messages.rest);
  }

  *#paused(...parts: Iterable<RowsMessage>[]): Iterable<RowsMessage> {
    this.#silence.stop();
    for (const messages of parts) yield* messages;
    this.#reportedAt = performance.now();
    this.#silence.start();
  }

  *#passBatch(): Iterable<RowsMessage> {
    const { rows } = this.#batch;
    if (rows === 0) return;
    const { batch, rejected } = this.#batch.take(this.#rowsBefore + 1);
    this.#rowsBefore += rows;
    yield* this.#checkpoint(batch, rejected.length > 0);
    if (batch.rows > 0) yield { type: 'RECORDS', batch };
    if (rejected.length > 0) yield { type: 'REJECTED', rows: rejected, count: rejected.length };
  }

  /** Sends a checkpoint for the rows before the batch, unless its first row has the same place in the order. */
  *#checkpoint(batch: RecordsBatch, hasRejected: boolean): Iterable<RowsMessage> {
    if (!this.#checkpoints) return;
    const { order, stateAfter } = this.#checkpoints;
    const last = this.#last;
    // A rejected row's values aren't in the batch, and it must be neither left out nor rejected twice.
    const isUsable = batch.rows > 0 && !hasRejected;
    this.#last = isUsable ? order.valuesOf(batch, batch.rows - 1) : null;
    if (!last || !isUsable) return;
    const first = order.valuesOf(batch, 0);
    if (first?.some((value, at) => value !== last[at])) yield { type: 'CHECKPOINT', state: stateAfter(last) };
  }

  *#reject(): Iterable<RowsMessage> {
    this.#rowsBefore += 1;
    this.#last = null;
    const rejection = {
      line: this.#rowsBefore,
      column: null,
      raw: rowText(this.#messages.row, this.#columns),
      ...rejectionReason('row_too_large', { mebibytes: RECORD_LIMIT / 1024 ** 2 }),
    };
    yield { type: 'REJECTED', rows: [rejection], count: 1 };
  }

  *#progress(): Iterable<RowsMessage> {
    yield { type: 'PROGRESS', rowsRead: this.#rowsBefore + this.#batch.rows };
  }
}
