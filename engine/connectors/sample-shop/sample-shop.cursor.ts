import { FailureError } from '@headwater/base/failures/failure';
import type { ConfiguredStream, StreamState } from '@headwater/protocol/protocol';
import type { OfferedColumn, OfferedTable } from './sample-shop.drift.ts';
import type { Cell, Row } from './shop/shop-table.ts';
import type { Shop } from './shop/shop.ts';
import { secondText } from './shop/time-text.ts';

interface CursorState extends StreamState {
  column: string;
  /** The latest value that was read. Null if there was none. */
  value: Cell;
}

/** Rows can become visible a little after the time in them. */
const OVERLAP_SECONDS = 600;
/** Of keys that only grow. */
const OVERLAP_NUMBERS = 1_000;

/** Chooses the rows of a table by the values of a column that has an order: a moment or a whole number. */
export class Cursor {
  readonly #stream: ConfiguredStream;
  readonly #offered: OfferedColumn;
  readonly #stored: CursorState | null;
  /** The least value of interest. Null for all. */
  readonly #from: string | number | null;
  #latest: string | number | null;

  /** `latest` is the latest value in the part of the table that was read before. */
  constructor(
    stream: ConfiguredStream,
    { columns }: OfferedTable,
    state: StreamState | undefined,
    latest: Cell = null,
  ) {
    this.#latest = latest as string | number | null;
    this.#stream = stream;
    this.#offered = columns.find(({ column }) => column.name === stream.cursorColumn)!;
    this.#stored = (state as CursorState | undefined) ?? null;
    const bounds = [this.#bound(this.#stored?.value, this.#overlap()), this.#bound(stream.startFrom, 0)];
    this.#from =
      bounds
        .filter((bound) => bound !== null)
        .toSorted(ascending)
        .at(-1) ?? null;
  }

  /** Returns the first thing of the table that may have a row of interest. */
  firstThing(shop: Shop, { table }: OfferedTable): number {
    const isUsual = this.#stream.cursorColumn === table.cursor;
    if (!isUsual || typeof this.#from !== 'string') return 0;
    return table.firstChangedSince?.(shop, momentOf(this.#from)) ?? 0;
  }

  wants(row: Row): boolean {
    const value = this.#offered.cell(row) as string | number | null;
    if (value === null) return this.#wantsNull();
    if (this.#latest === null || value > this.#latest) this.#latest = value;
    return this.#from === null || value >= this.#from;
  }

  /** The latest value so far. */
  get latest(): Cell {
    return this.#latest;
  }

  /** Returns the state after the read. Throws if the source went back in time, because rows could be missed. */
  stateAfter(): StreamState {
    const before = this.#stored?.value ?? null;
    const latest = this.#latest;
    const { tableName: table } = this.#stream;
    const { name: column } = this.#offered.column;
    const lowest = this.#bound(before, this.#overlap());
    if (before !== null && (latest === null || latest < lowest!)) {
      const now = latest === null ? 'NULL' : String(latest);
      throw new FailureError('cursor_went_back', { table, column, before: String(before), now });
    }
    return { column, value: latest };
  }

  #wantsNull(): boolean {
    const { nullCursor, tableName: table } = this.#stream;
    if (nullCursor === 'fail')
      throw new FailureError('cursor_null', { table, column: this.#offered.column.name });
    return nullCursor === 'load';
  }

  #overlap(): number {
    return this.#stream.overlap ?? (this.#isMoment() ? OVERLAP_SECONDS : OVERLAP_NUMBERS);
  }

  #isMoment(): boolean {
    return this.#offered.column.kind === 'timestamp';
  }

  #bound(value: Cell | undefined, overlap: number): string | number | null {
    if (value == null) return null;
    const { type, sourceType, name } = this.#offered.column;
    const unit = this.#isMoment() ? momentOf(String(value)) - overlap * 1_000 : Number(value) - overlap;
    if (!Number.isFinite(unit) || !(this.#isMoment() || type === 'BIGINT' || type === 'INTEGER'))
      throw new FailureError('cursor_unusable', {
        table: this.#stream.tableName,
        column: name,
        type: sourceType,
      });
    return this.#isMoment() ? secondText(unit) : unit;
  }
}

const ascending = (one: string | number, other: string | number) => (one < other ? -1 : 1);

const momentOf = (text: string) => Date.parse(text.replace(' ', 'T').replace(/\+00$/, 'Z'));
