import type { ConfiguredStream, StreamState } from '@headwater/protocol/protocol';
import type { Relation, RelationColumn } from './postgres.catalog.ts';
import type { Cursor } from './postgres.cursor.ts';
import { ReadOrder } from './postgres.read-order.ts';
import type { Session } from './postgres.session.ts';
import { costStatement, fileStatement } from './postgres.statements.ts';

/** A table that is read. */
export interface TableRead {
  stream: ConfiguredStream;
  relation: Relation;
  /** All of the stream's columns, as they are now. */
  columns: readonly RelationColumn[];
  /** Those whose values are read. */
  read: readonly RelationColumn[];
  /** If not all rows are read, they are those with the latest cursor values. */
  isSorted: boolean;
}

/** A place inside a table, up to which it has been read. */
export interface Inside {
  /** The state from which on the stream is read. */
  since: StreamState | null;
  /** What identifies the table: its number, its file, and its columns. */
  table: string;
  order: string[];
  isByKey: boolean;
  /** The values of the last row that was read, in the columns of the order. */
  after: string[];
}

/** A read in order may cost this many times as much as one without. */
const MOST_COST = 3;

/** Returns the place inside the table that a state is about, if the read that it's from was interrupted. */
export const insideOf = (state: StreamState | undefined): Inside | null =>
  (state as { inside?: Inside } | undefined)?.inside ?? null;

/** Returns the order in which the rest of a table can be read, if it's the table of which a part was read. */
export async function isSameTable(
  { relation, read }: TableRead,
  { table, order, isByKey }: Inside,
  session: Session,
): Promise<ReadOrder | null> {
  if (!relation.isStored) return null;
  const [row] = await session.rows<{ file: string | null }>(fileStatement(relation.oid));
  if (identityOf(relation, read, row!.file) !== table) return null;
  return ReadOrder.by(order, relation, read, { isByKey });
}

/**
 * Returns an order in which the table can be read at little cost, because an index has it. The server's planner knows:
 * it may have to sort the rows, or to fetch them from all over the disk. Null if there is none, or no index on it.
 */
export async function ordersOf(
  { stream, relation, read }: TableRead,
  cursor: Cursor | null,
  before: StreamState | null,
  rows: string,
  session: Session,
): Promise<{ order: ReadOrder; table: string } | null> {
  if (!relation.isStored) return null;
  const byKey = ReadOrder.by(relation.primaryKey, relation, read, { isByKey: true });
  // Read in the order of its cursor, a row that changes comes twice, so a new table couldn't be filled directly.
  const isNewWithKey = before === null && stream.destinationSyncMode === 'append_dedup';
  const byCursor =
    isNewWithKey || !cursor ? null : ReadOrder.by([cursor.column.name], relation, read, { isByKey: false });
  const orders = [byKey, byCursor].filter((order) => order !== null);
  if (orders.length === 0) return null;
  const [file, plain, ...ordered] = await session.statements(
    fileStatement(relation.oid),
    costStatement(relation, read, rows),
    ...orders.map((order) => costStatement(relation, read, `${rows} ${order.clause}`.trim())),
  );
  const costs = ordered.map(({ rows: [plan] }) => costIn(plan));
  const least = Math.min(...costs);
  if (!(least <= costIn(plain!.rows[0]) * MOST_COST)) return null;
  const table = identityOf(relation, read, (file!.rows[0] as { file: string | null }).file);
  return { order: orders[costs.indexOf(least)]!, table };
}

function costIn(row: unknown): number {
  const [{ Plan: plan }] = (row as { 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] })['QUERY PLAN'];
  return plan['Total Cost'];
}

const identityOf = ({ oid }: Relation, read: readonly RelationColumn[], file: string | null) =>
  JSON.stringify([oid, file, read.map(({ position, sourceType, name }) => [position, sourceType, name])]);
