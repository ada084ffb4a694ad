import { BATCH_ROWS, type RecordsBatch, type Rejection } from '@headwater/protocol/protocol';
import { rejectionReason } from '@headwater/protocol/rejection';
import { columnFor, textColumn, type BatchColumnBuilder } from './postgres.batch-columns.ts';
import { leaveOut } from '@headwater/protocol/batch-values';
import type { RelationColumn } from './postgres.catalog.ts';
import { unknownForm, type CopyRow } from './postgres.copy-messages.ts';

/** A batch is passed on when its rows have this many bytes, however few they are. */
const BYTES = 4 * 1024 ** 2;

/** Decodes rows of COPY's binary format into batches. */
export class BatchBuilder {
  readonly #relationColumns: readonly RelationColumn[];
  readonly #columns: BatchColumnBuilder[];
  /** Columns that will be text from the next batch on. */
  readonly #becomeText = new Set<number>();
  /** Rows and bytes in the current batch, which is empty if it was taken. */
  #rows = 0;
  #bytes = 0;

  constructor(columns: readonly RelationColumn[]) {
    this.#relationColumns = columns;
    this.#columns = columns.map(columnFor);
  }

  get rows(): number {
    return this.#rows;
  }

  /**
   * Adds a row. Returns false if it must go into the next batch: this one is full, or the row has a value that its
   * column's type can't hold, so that the column is text from then on.
   */
  add(row: CopyRow): boolean {
    if (this.#rows === BATCH_ROWS || this.#bytes >= BYTES) return false;
    if (this.#rows === 0) this.#begin();
    while (!this.#decode(row)) {
      if (this.#rows > 0) return false;
      this.#begin();
    }
    this.#rows += 1;
    this.#bytes += row.end - row.start;
    return true;
  }

  /**
   * Returns the rows added since the last call, which are valid until the next call of `add`, and apart from them those
   * with text that isn't UTF-8. `line` is the number of the first row.
   */
  take(line: number): { batch: RecordsBatch; rejected: Rejection[] } {
    const rejected = this.#reject(line);
    const rows = this.#rows;
    this.#rows = 0;
    this.#bytes = 0;
    return { batch: { rows, columns: this.#columns.map((column) => column.values(rows)) }, rejected };
  }

  #begin(): void {
    for (const column of this.#columns) column.clear();
    for (const position of this.#becomeText)
      this.#columns[position] = textColumn(this.#relationColumns[position]!);
    this.#becomeText.clear();
  }

  /** Returns false if a column must become text first. */
  #decode({ bytes, view, start, end }: CopyRow): boolean {
    const columns = this.#columns;
    if (view.getInt16(start) !== columns.length) throw unknownForm();
    let at = start + 2;
    for (let position = 0; position < columns.length; position += 1) {
      if (at + 4 > end) throw unknownForm();
      const length = view.getInt32(at);
      const column = columns[position]!;
      at += 4;
      if (length === -1) {
        column.setNull(this.#rows);
        continue;
      }
      if (length < 0 || at + length > end) throw unknownForm();
      if (!column.set(this.#rows, view, at, length, bytes)) {
        this.#becomeText.add(position);
        return false;
      }
      at += length;
    }
    if (at !== end) throw unknownForm();
    return true;
  }

  #reject(line: number): Rejection[] {
    const rejected = new Map<number, Rejection>();
    for (const [position, column] of this.#columns.entries()) {
      for (const { row, raw } of column.invalid(this.#rows)) {
        const { name } = this.#relationColumns[position]!;
        rejected.set(row, { line: line + row, column: name, raw, ...rejectionReason('not_utf8') });
      }
    }
    if (rejected.size > 0) this.#rows = leaveOut(this.#columns, this.#rows, rejected);
    return [...rejected.values()].sort((a, b) => a.line! - b.line!);
  }
}
