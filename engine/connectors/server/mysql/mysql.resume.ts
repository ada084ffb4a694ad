import type { BatchColumn, RecordsBatch, StreamState } from '@headwater/protocol/protocol';
import type { Relation, RelationColumn } from './mysql.catalog.ts';
import { identifier, literal } from './mysql.sql.ts';

/** A place inside a table, up to which its first load has come. */
export interface Inside {
  /** What identifies the table: when it was made, and its columns. */
  table: string;
  /** The key of the last row that was read. */
  after: string[];
}

/** Where a read can go on from. */
export interface Checkpoints {
  order: KeyOrder;
  /** Returns the state of a read that has sent all rows up to the one with this key. */
  stateAfter(key: readonly string[]): StreamState;
}

/** Returns the place inside the table that a state is about, if the read that it's from was interrupted. */
export const insideOf = (state: StreamState | undefined): Inside | null =>
  (state as { inside?: Inside } | undefined)?.inside ?? null;

/** Identifies a table, and what is read of it, between two attempts. A table that was emptied is made anew. */
export const identityOf = ({ table, createdAt }: Relation, read: readonly RelationColumn[]): string =>
  JSON.stringify([
    table,
    createdAt,
    read.map(({ sourceName, sourceType, name }) => [sourceName, sourceType, name]),
  ]);

/** The engine that stores its rows in the order of their key, so that reading them in it costs nothing. */
const IN_ORDER = 'InnoDB';
const WHOLE: ReadonlySet<string> = new Set(['SMALLINT', 'INTEGER', 'BIGINT', 'DECIMAL(20,0)']);

/** The order of a table's key, in which an interrupted read can go on after the last row that arrived. */
export class KeyOrder {
  readonly #columns: readonly RelationColumn[];
  /** The columns' positions in a batch. */
  readonly #positions: readonly number[];

  private constructor(columns: readonly RelationColumn[], positions: readonly number[]) {
    this.#columns = columns;
    this.#positions = positions;
  }

  /** Null if the table isn't stored in that order, or a column of the key isn't read, or can't be compared by its text. */
  static of({ engine, primaryKey }: Relation, read: readonly RelationColumn[]): KeyOrder | null {
    const positions = primaryKey.map((name) => read.findIndex((column) => column.name === name));
    const columns = positions.map((position) => read[position]);
    const isUsable =
      engine === IN_ORDER && columns.length > 0 && columns.every((column) => column && isComparable(column));
    return isUsable ? new KeyOrder(columns as RelationColumn[], positions) : null;
  }

  /** SQL that follows the table's name: the rows after a key, or all, that satisfy a condition, in order. */
  rows(condition: string, after: readonly string[] | null): string {
    const conditions = [condition, after ? this.#after(after) : ''].filter(Boolean).join(' and ');
    const order = this.#columns.map(({ sourceName }) => identifier(sourceName)).join(', ');
    return `force index (primary) ${conditions && `where ${conditions}`} order by ${order}`;
  }

  /** Returns a row's key as text. Null if a read can't go on from there. */
  keyIn(batch: RecordsBatch, row: number): string[] | null {
    const values = this.#positions.map((position) => textIn(batch.columns[position]!, row));
    return values.every((value) => value !== null) ? (values as string[]) : null;
  }

  /** Column by column, because the server finds no place in the index by a comparison of whole rows. */
  #after(key: readonly string[]): string {
    const [names, values] = [
      this.#columns.map(({ sourceName }) => identifier(sourceName)),
      this.#columns.map(({ kind }, at) => (kind === 'number' ? key[at]! : literal(key[at]!))),
    ];
    const later = names.map((name, at) => {
      const same = names.slice(0, at).map((before, index) => `${before} = ${values[index]}`);
      return `(${[...same, `${name} > ${values[at]}`].join(' and ')})`;
    });
    return `${names[0]} >= ${values[0]} and (${later.join(' or ')})`;
  }
}

const isComparable = ({ kind, type, form, sourceType }: RelationColumn): boolean =>
  (form === 'plain' || form === 'zerofill') &&
  (kind === 'number' ? WHOLE.has(type) : kind === 'text' && /^(var)?char\(/.test(sourceType));

function textIn(column: BatchColumn, row: number): string | null {
  const { layout, data, valid } = column;
  if (layout !== 'text' || (valid && (valid[row >> 3]! & (1 << (row & 7))) === 0)) return null;
  const { ends } = column as { ends: Uint32Array };
  const text = Buffer.from(data.subarray(row === 0 ? 0 : ends[row - 1]!, ends[row]));
  return text.toString('utf8');
}
