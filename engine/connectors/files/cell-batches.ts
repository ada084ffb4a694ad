import { BATCH_ROWS, type BatchColumn, type RecordsBatch } from '@headwater/protocol/protocol';
import { ByteValues } from '@headwater/protocol/batch-values';
import { engineMoment } from '@headwater/protocol/date-texts';

/** A batch is passed on when its rows have this many bytes, however few they are. */
const BYTES = 4 * 1024 ** 2;

/** A value as text, or, in a column of binary values, as it is. */
export type Cell = string | Uint8Array | null;

/** Collects rows of cells in batches. */
export class CellBatches {
  readonly #columns: ByteValues[];
  readonly #isBinary: readonly boolean[];
  readonly #isMoment: readonly boolean[];
  #rows = 0;
  #bytes = 0;

  constructor(types: readonly string[]) {
    this.#columns = types.map(() => new ByteValues());
    this.#isBinary = types.map((type) => type === 'BLOB');
    this.#isMoment = types.map((type) => type === 'TIMESTAMP WITH TIME ZONE');
  }

  get isFull(): boolean {
    return this.#rows === BATCH_ROWS || this.#bytes >= BYTES;
  }

  add(cells: readonly Cell[]): void {
    if (this.#rows === 0) for (const column of this.#columns) column.clear();
    for (const [at, column] of this.#columns.entries()) {
      const given = cells[at] ?? null;
      const cell = typeof given === 'string' && this.#isMoment[at] ? engineMoment(given) : given;
      if (cell === null) {
        column.setNull(this.#rows);
        continue;
      }
      const bytes =
        typeof cell === 'string' ? Buffer.from(cell) : Buffer.from(cell.buffer, cell.byteOffset, cell.length);
      column.set(this.#rows, bytes, 0, bytes.length);
      this.#bytes += bytes.length;
    }
    this.#rows += 1;
  }

  /** Returns the rows since the last call, or null. The next ones use its buffers again. */
  take(): RecordsBatch | null {
    const rows = this.#rows;
    [this.#rows, this.#bytes] = [0, 0];
    const columns = this.#columns.map(({ data, ends, valid }, at): BatchColumn => ({
      layout: this.#isBinary[at] ? 'bytes' : 'text',
      data,
      ends,
      valid,
    }));
    return rows > 0 ? { rows, columns } : null;
  }
}
