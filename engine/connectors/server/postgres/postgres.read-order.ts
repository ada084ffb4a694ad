import type { RecordsBatch, BatchColumn } from '@headwater/protocol/protocol';
import type { Relation, RelationColumn } from './postgres.catalog.ts';
import { identifier, literal } from './postgres.sql.ts';
import { nameOf } from './postgres.statements.ts';

/** An order in which a table is read, so that an interrupted read can go on after the last row that arrived. */
export class ReadOrder {
  readonly columns: readonly RelationColumn[];
  /** Whether the order is that of the table's own key, so that each key is read once, however often it's interrupted. */
  readonly isByKey: boolean;
  readonly #relation: Relation;
  /** The columns' positions in a batch. */
  readonly #positions: readonly number[];

  private constructor(
    relation: Relation,
    columns: readonly RelationColumn[],
    positions: readonly number[],
    isByKey: boolean,
  ) {
    this.#relation = relation;
    this.columns = columns;
    this.#positions = positions;
    this.isByKey = isByKey;
  }

  /** Returns the order by these columns of the table. Null if one isn't read, or has values that can't be compared here. */
  static by(
    names: readonly string[],
    relation: Relation,
    read: readonly RelationColumn[],
    { isByKey }: { isByKey: boolean },
  ): ReadOrder | null {
    const positions = names.map((name) => read.findIndex((column) => column.name === name));
    const columns = positions.map((position) => read[position]);
    if (columns.length === 0 || !columns.every((column) => column !== undefined && isOrdered(column)))
      return null;
    return new ReadOrder(relation, columns as RelationColumn[], positions, isByKey);
  }

  get names(): string[] {
    return this.columns.map(({ name }) => name);
  }

  /** SQL that sorts the rows. Rows with NULL come last. */
  get clause(): string {
    return `order by ${this.#qualified.join(', ')}`;
  }

  /** SQL for the rows after the one with these values. */
  after(values: readonly string[]): string {
    const names = this.#qualified;
    const later = `(${names.join(', ')}) > (${values.map(literal).join(', ')})`;
    const nulls = names.filter((_, at) => this.columns[at]!.nullable).map((name) => `${name} is null`);
    return nulls.length === 0 ? later : `(${[later, ...nulls].join(' or ')})`;
  }

  /** Returns a row's values as text. Null if a read can't go on from there: one is NULL or without a common text. */
  valuesOf(batch: RecordsBatch, row: number): string[] | null {
    const values = this.#positions.map((position, at) =>
      textOf(batch.columns[position]!, this.columns[at]!, row),
    );
    return values.every((value) => value !== null) ? (values as string[]) : null;
  }

  /** With the table's name, because the names alone could mean what is selected: the same values as text. */
  get #qualified(): string[] {
    return this.columns.map(({ sourceName }) => `${nameOf(this.#relation)}.${identifier(sourceName)}`);
  }
}

const WHOLE = new Set(['int2', 'int4', 'int8']);
const DAY_MS = 86_400_000;
const MICROSECONDS = 1_000n;

function isOrdered({ form, sourceType }: RelationColumn): boolean {
  if (form === 'text') return sourceType === 'text' || sourceType.startsWith('character varying');
  return WHOLE.has(form) || ['date', 'timestamp', 'timestamptz', 'uuid'].includes(form);
}

function textOf({ layout, data, valid, ...rest }: BatchColumn, { form }: RelationColumn, row: number) {
  if (valid && (valid[row >> 3]! & (1 << (row & 7))) === 0) return null;
  if ('ends' in rest) {
    // Of the other types, only values have become text that they can't hold.
    if (layout !== 'text' || form !== 'text') return null;
    return Buffer.from(data.subarray(row === 0 ? 0 : rest.ends[row - 1]!, rest.ends[row])).toString('utf8');
  }
  const value = Buffer.from(data.buffer, data.byteOffset + row * rest.width, rest.width);
  if (WHOLE.has(form)) return String(wholeOf(value));
  if (form === 'uuid') return Buffer.from(value).reverse().toString('hex');
  return form === 'date' ? dayText(value.readInt32LE()) : momentText(value.readBigInt64LE(), form);
}

const wholeOf = (value: Buffer) =>
  value.length === 8 ? value.readBigInt64LE() : value.readIntLE(0, value.length);

function dayText(days: number): string | null {
  return commonTime(days * DAY_MS)?.slice(0, 10) ?? null;
}

function momentText(microseconds: bigint, form: string): string | null {
  const left = ((microseconds % MICROSECONDS) + MICROSECONDS) % MICROSECONDS;
  const text = commonTime(Number((microseconds - left) / MICROSECONDS));
  if (text === null) return null;
  const zone = form === 'timestamptz' ? '+00' : '';
  return `${text.slice(0, -1).replace('T', ' ')}${String(left).padStart(3, '0')}${zone}`;
}

/** Returns a time as text, unless its year has more or fewer than four digits, or it's infinite. */
function commonTime(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString();
  return /^(?!0000)\d{4}-/.test(text) ? text : null;
}
