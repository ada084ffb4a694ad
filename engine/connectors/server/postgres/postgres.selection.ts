import { FailureError } from '@headwater/base/failures/failure';
import type { ConfiguredStream, StreamState } from '@headwater/protocol/protocol';
import { requireUsableFilter } from '@headwater/protocol/row-filter';
import type { LogEntry } from '@headwater/protocol/log-entry';
import { cursorState, stateAfter, type CursorState, type Position } from '../server-cursor.ts';
import type { Relation, RelationColumn } from './postgres.catalog.ts';
import { cursorCondition, cursorOf, positionStatement, type Cursor } from './postgres.cursor.ts';
import { filterCondition } from './postgres.row-filter.ts';
import type { ReadOrder } from './postgres.read-order.ts';
import { insideOf, isSameTable, ordersOf, type Inside, type TableRead } from './postgres.resume.ts';
import type { Checkpoints } from './postgres.rows.ts';
import type { Session } from './postgres.session.ts';
import { identifier } from './postgres.sql.ts';
import {
  breakOf,
  isByVersions,
  NEWEST_FIRST,
  stateAfterVersions,
  versionConditions,
  versionsOf,
  type VersionState,
} from './postgres.row-versions.ts';
import { indexedStatement, inheritedStatement, nameOf, repeatsStatement } from './postgres.statements.ts';

/** Which rows of a table are read. */
export interface Selection {
  /** SQL that follows the table's name. */
  rows: string;
  /** The state after the read, if the stream is read incrementally. */
  state: StreamState | null;
  /** Null if the read can't be interrupted, because its rows come in no order. */
  checkpoints: Checkpoints | null;
  /** The rows are those after a checkpoint. */
  continues: boolean;
  /** All rows are read, although there may be a state. */
  isWhole?: boolean;
  /** Why, if there is one. */
  notice?: LogEntry | null;
}

/**
 * Chooses the rows by the stream's filter and cursor. Throws if a read from the stored state on would miss rows. If
 * that state is of a checkpoint, only the rows after it are chosen, provided that it's still the same table. If there
 * is a cap, the rows with the latest cursor values are chosen, unless not `isSorted`.
 */
export async function selectionOf(
  read: TableRead,
  stored: StreamState | undefined,
  session: Session,
): Promise<Selection> {
  const { stream, columns, isSorted } = read;
  const { tableName, rowFilter, nullCursor } = stream;
  requireUsableFilter(rowFilter, columns, tableName);
  const filter = rowFilter.map((condition) => filterCondition(condition, columns));
  if (isByVersions(stream)) return versionSelection(read, stored, filter, session);
  const cursor = cursorOf(stream, columns);
  const whole = { state: null, checkpoints: null, continues: false };
  if (!cursor) return { ...whole, rows: rowsSql(filter, limitSql(stream, null)) };
  const inside = insideOf(stored);
  const before = cursorState(inside ? (inside.since ?? undefined) : stored, cursor, tableName);
  if (stream.syncMode !== 'incremental') {
    if (nullCursor === 'fail')
      stateAfter(cursor, await positionOf(read, cursor, before, session), stream, before);
    const byCursor = cursorCondition(cursor, stream, before);
    return {
      ...whole,
      rows: rowsSql([...filter, byCursor], limitSql(stream, isSorted ? cursor.column : null)),
    };
  }
  const wanted = [...filter, cursorCondition(cursor, stream, before)];
  if (inside) {
    const started = cursorState(stored, cursor, tableName)!;
    const rest = await restOf(read, inside, started, cursor, session);
    if (rest) {
      const { order, state } = rest;
      const rows = rowsSql([...wanted, order.after(inside.after)], order.clause);
      const checkpoints = checkpointsOf(order, inside, state);
      return { rows, state, checkpoints, continues: true };
    }
  }
  const state = stateAfter(cursor, await positionOf(read, cursor, before, session), stream, before);
  const limit = before ? '' : limitSql(stream, cursor.column);
  const found = limit === '' ? await ordersOf(read, cursor, before, rowsSql(wanted, ''), session) : null;
  if (!found) return { ...whole, rows: rowsSql(wanted, limit), state };
  const { order, table } = found;
  const checkpoints = checkpointsOf(order, { since: before, table }, state);
  return { rows: rowsSql(wanted, order.clause), state, checkpoints, continues: false };
}

/** Reads what was written since the stored state, by the transactions that wrote it. */
async function versionSelection(
  read: TableRead,
  stored: StreamState | undefined,
  filter: readonly string[],
  session: Session,
): Promise<Selection> {
  const { stream } = read;
  const now = await versionsOf(read, session);
  const inside = insideOf(stored);
  const before = ((inside ? inside.since : stored) ?? null) as VersionState | null;
  const notice = before && breakOf(read, now, before);
  const since = notice ? null : before;
  const isWhole = since === null;
  const rowsUntil = (until: bigint) => [...filter, ...versionConditions(read, now, since, until)];
  if (inside && !notice) {
    const { inside: _, ...state } = stored as VersionState;
    const order = breakOf(read, now, state) ? null : await isSameTable(read, inside, session);
    if (order) {
      const rows = rowsSql([...rowsUntil(BigInt(state.xid)), order.after(inside.after)], order.clause);
      const checkpoints = checkpointsOf(order, inside, state);
      return { rows, state, checkpoints, continues: true, isWhole };
    }
  }
  const state = stateAfterVersions(read, now, since);
  const wanted = rowsUntil(now.oldest);
  const limit = isWhole && stream.rowCap !== null ? `${NEWEST_FIRST} limit ${stream.rowCap}` : '';
  const found = limit === '' ? await ordersOf(read, null, since, rowsSql(wanted, ''), session) : null;
  const about = { state, continues: false, isWhole, notice };
  if (!found) return { ...about, rows: rowsSql(wanted, limit), checkpoints: null };
  const { order, table } = found;
  const checkpoints = checkpointsOf(order, { since, table }, state);
  return { ...about, rows: rowsSql(wanted, order.clause), checkpoints };
}

/** Returns in which order an interrupted read continues, and the state after it. Null if it has to begin again. */
async function restOf(
  read: TableRead,
  inside: Inside,
  { column, kind, value }: CursorState,
  cursor: Cursor,
  session: Session,
): Promise<{ order: ReadOrder; state: CursorState } | null> {
  const order = await isSameTable(read, inside, session);
  if (!order) return null;
  const state = { column, kind, value };
  const row = await positionOf(read, cursor, state, session);
  if (row.went_back) return null;
  stateAfter(cursor, row, read.stream, state); // NULLs may have come
  return { order, state };
}

const checkpointsOf = (
  order: ReadOrder,
  { since, table }: Pick<Inside, 'since' | 'table'>,
  state: StreamState,
): Checkpoints => ({
  order,
  stateAfter: (after) => ({
    ...state,
    inside: { since, table, order: order.names, isByKey: order.isByKey, after: [...after] } satisfies Inside,
  }),
});

async function positionOf(
  { stream, relation, columns }: TableRead,
  cursor: Cursor,
  before: CursorState | null,
  session: Session,
): Promise<Position> {
  const filter = stream.rowFilter.map((condition) => filterCondition(condition, columns));
  const wanted = filter.join(' and ') || 'true';
  const [row] = await session.rows<Position>(
    positionStatement(nameOf(relation), cursor, stream, wanted, before),
  );
  return row!;
}

/** Returns whether the stream has a cursor by which an index sorts its rows. Otherwise, all of them would be sorted. */
export async function isCursorIndexed(
  { cursorColumn }: ConfiguredStream,
  relation: Relation,
  columns: readonly RelationColumn[],
  session: Session,
): Promise<boolean> {
  const column = columns.find(({ name }) => name === cursorColumn);
  if (!column) return false;
  const [row] = await session.rows<{ indexed: boolean }>(indexedStatement(relation.oid, column.position));
  return row!.indexed;
}

/**
 * Returns whether the source guarantees that the rows it returns differ in the stream's key. Throws if it doesn't
 * because tables inherit from the stream's, rows are recognized by that key, and several of them have the same.
 */
export async function isKeyUnique(
  stream: ConfiguredStream,
  relation: Relation,
  columns: readonly RelationColumn[],
  session: Session,
): Promise<boolean> {
  const { primaryKey, destinationSyncMode, tableName: table } = stream;
  if (primaryKey.length === 0) return false;
  // A table's key doesn't cover the rows of tables that inherit from it.
  const [row] = await session.rows<{ inherited: boolean }>(inheritedStatement(relation.oid));
  if (!row!.inherited)
    return relation.primaryKey.length > 0 && relation.primaryKey.every((name) => primaryKey.includes(name));
  if (destinationSyncMode !== 'append_dedup' && destinationSyncMode !== 'history') return false;
  const key = columns.filter(({ name }) => primaryKey.includes(name));
  const [found] = await session.rows<{ repeats: boolean }>(repeatsStatement(relation, key));
  if (found!.repeats) throw new FailureError('key_repeats', { table, columns: primaryKey.join(', ') });
  return false;
}

function rowsSql(conditions: readonly (string | null)[], end: string): string {
  const given = conditions.filter((condition) => condition !== null);
  return [given.length > 0 ? `where ${given.join(' and ')}` : '', end].join(' ').trim();
}

function limitSql({ rowCap }: ConfiguredStream, cursor: RelationColumn | null): string {
  if (rowCap === null) return '';
  const order = cursor ? `order by ${identifier(cursor.sourceName)} desc nulls last ` : '';
  return `${order}limit ${rowCap}`;
}
