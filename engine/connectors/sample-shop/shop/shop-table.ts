import type { ColumnKind } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { Shop } from './shop.ts';

/** A value as it is written into a records file. Null is NULL. */
export type Cell = string | number | boolean | null;

/** Cells in the order of the table's columns. */
export type Row = readonly Cell[];

export const TABLE_NAMES = [
  'customers',
  'order_lines',
  'orders',
  'payments',
  'products',
  'refunds',
  'stores',
  'visits',
] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** A table of the shop. Its rows come from things such as orders, which are numbered from 0 in the order of time. */
export interface ShopTable {
  name: TableName;
  columns: readonly StreamColumn[];
  primaryKey: readonly string[];
  /** The column that says when a row was changed last. Its texts sort as its values do. */
  cursor: string;
  /** About how many rows one thing has, and how many bytes one row. */
  rowsEach: number;
  rowBytes: number;
  /** How many things there are by now. */
  count(shop: Shop): number;
  /** The first thing of which a row may have changed since a time. Omitted if any of them may have. */
  firstChangedSince?(shop: Shop, time: number): number;
  /** Calls `take` with each row of one thing, as it is by now. */
  rows(shop: Shop, thing: number, take: (row: Row) => void): void;
}

interface ColumnOptions {
  nullable?: boolean;
}

const columnOf =
  (kind: ColumnKind, type: string, sourceType: string, encoding: StreamColumn['encoding'] = 'value') =>
  (name: string, { nullable = false }: ColumnOptions = {}): StreamColumn => ({
    name,
    kind,
    type,
    sourceType,
    nullable,
    encoding,
  });

export const text = columnOf('text', 'VARCHAR', 'text');
export const integer = columnOf('number', 'INTEGER', 'integer');
export const bigint = columnOf('number', 'BIGINT', 'bigint');
export const double = columnOf('number', 'DOUBLE', 'double');
export const boolean = columnOf('boolean', 'BOOLEAN', 'boolean');
export const date = columnOf('date', 'DATE', 'date');
export const time = columnOf('time', 'TIME', 'time');
export const timestamp = columnOf('timestamp', 'TIMESTAMP WITH TIME ZONE', 'timestamptz');
export const uuid = columnOf('uuid', 'UUID', 'uuid');
export const json = columnOf('json', 'JSON', 'json', 'json');
export const decimal = (name: string, digits: number, scale: number, options?: ColumnOptions) =>
  columnOf('number', `DECIMAL(${digits},${scale})`, `decimal(${digits},${scale})`)(name, options);

export const OPTIONAL: ColumnOptions = { nullable: true };

/** `1999` → `19.99`. */
export function money(cents: number): string {
  const fraction = cents % 100;
  return `${(cents - fraction) / 100}.${fraction < 10 ? '0' : ''}${fraction}`;
}
