import { rejectionReason } from '@headwater/protocol/rejection';
import type { Rejection } from '@headwater/protocol/protocol';
import type { OfferedColumn } from './sample-shop.drift.ts';
import type { Cell, Row, ShopTable } from './shop/shop-table.ts';
import type { Shop } from './shop/shop.ts';

interface Wanted {
  shop: Shop;
  table: ShopTable;
  columns: readonly OfferedColumn[];
  /** The first thing whose rows are generated. */
  from: number;
  /** How many rows of the table come before that. */
  rowsBefore: number;
  wants(row: Row): boolean;
  /** Whether the row with this number, from 1, is to be damaged. */
  isDamaged(row: number): boolean;
}

/** Generates the rows of a table as lines of a records file, as many at a time as asked for. */
export class ShopRows {
  readonly #wanted: Wanted;
  readonly #end: number;
  readonly #write: (row: Row) => string;
  #next: number;
  /** Rows of a thing that didn't fit into the last part. */
  #left: Row[] = [];
  /** All rows of the table so far, including damaged ones. */
  rows: number;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.rows = wanted.rowsBefore;
    this.#next = wanted.from;
    this.#end = wanted.table.count(wanted.shop);
    this.#write = lineOf(wanted.columns);
  }

  /** The next thing, if all rows of those before it were taken. */
  get next(): number | null {
    return this.#left.length > 0 ? null : this.#next;
  }

  get isDone(): boolean {
    return this.#next >= this.#end && this.#left.length === 0;
  }

  /** Returns at most this many more rows, from at most `MOST_THINGS` things, so that it never takes long. */
  take(most: number): { text: string; loaded: number; rejections: Rejection[] } {
    const { shop, table, wants } = this.#wanted;
    const rejections: Rejection[] = [];
    let [text, loaded] = ['', 0];
    const first = this.rows;
    const add = (row: Row) => {
      this.rows += 1;
      const line = this.#write(row);
      if (this.#wanted.isDamaged(this.rows))
        rejections.push(damaged(this.rows - this.#wanted.rowsBefore, line));
      else {
        text += line;
        loaded += 1;
      }
    };
    const offer = (row: Row) => {
      if (!wants(row)) return;
      if (this.rows - first < most) add(row);
      else this.#left.push(row);
    };
    this.#left.splice(0, most).forEach(add);
    const end = Math.min(this.#end, this.#next + MOST_THINGS);
    while (this.#next < end && this.rows - first < most) {
      table.rows(shop, this.#next, offer);
      this.#next += 1;
    }
    return { text, loaded, rejections };
  }
}

/** A few milliseconds of work. */
const MOST_THINGS = 2_000;

const damaged = (line: number, raw: string): Rejection => ({
  line,
  column: null,
  raw: raw.trimEnd(),
  ...rejectionReason('not_readable', { words: 'damaged, as the connection’s settings ask' }),
});

function lineOf(columns: readonly OfferedColumn[]): (row: Row) => string {
  return (row) => {
    let line = '';
    for (const { cell } of columns) line += `${line === '' ? '' : ','}${field(cell(row))}`;
    return `${line}\n`;
  };
}

function field(cell: Cell): string | number | boolean {
  if (cell === null) return '';
  return typeof cell === 'string' && NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const NEEDS_QUOTES = /[",\n]/;
