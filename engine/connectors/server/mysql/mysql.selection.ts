import type { ConfiguredStream, StreamState } from '@headwater/protocol/protocol';
import { requireUsableFilter } from '@headwater/protocol/row-filter';
import { cursorState, stateAfter, type CursorState, type Position } from '../server-cursor.ts';
import type { Relation, RelationColumn } from './mysql.catalog.ts';
import {
  cursorCondition,
  cursorOf,
  positionIn,
  positionStatement,
  type Cursor,
  type PositionRow,
} from './mysql.cursor.ts';
import { filterCondition } from './mysql.row-filter.ts';
import { identityOf, insideOf, KeyOrder, type Checkpoints, type Inside } from './mysql.resume.ts';
import type { Session } from './mysql.session.ts';
import { identifier } from './mysql.sql.ts';
import { nameOf } from './mysql.statements.ts';

/** Which rows of a table are read. */
export interface Selection {
  /** SQL that follows the table's name. */
  rows: string;
  /** The state after the read, if the stream is read incrementally. */
  state: StreamState | null;
  /** Null if the read can't be interrupted. */
  checkpoints: Checkpoints | null;
  /** The rows are those after a checkpoint. */
  continues: boolean;
}

interface TableRead {
  stream: ConfiguredStream;
  relation: Relation;
  /** All of the stream's columns, as they are now. */
  columns: readonly RelationColumn[];
  /** Those whose values are read. */
  read: readonly RelationColumn[];
  /** If not all rows are read, they are those with the latest cursor values. */
  isSorted: boolean;
}

/**
 * Chooses the rows by the stream's filter and cursor. Throws if a read from the stored state on would miss rows. If that
 * state is of a checkpoint, only the rows after it are chosen, provided that it's still the same table.
 */
export async function selectionOf(
  table: TableRead,
  stored: StreamState | undefined,
  session: Session,
): Promise<Selection> {
  const { stream, relation, columns, read, isSorted } = table;
  const { tableName, rowFilter, nullCursor, syncMode, rowCap, startFrom } = stream;
  requireUsableFilter(rowFilter, columns, tableName);
  const filter = rowFilter.map((condition) => filterCondition(condition, columns));
  const cursor = cursorOf(stream, columns);
  const whole = { state: null, checkpoints: null, continues: false };
  if (!cursor) return { ...whole, rows: rowsSql(filter, limitSql(stream, null)) };
  const inside = insideOf(stored);
  const before = inside ? null : cursorState(stored, cursor, tableName);
  const isIncremental = syncMode === 'incremental';
  const wanted = [...filter, cursorCondition(cursor, stream, before)];
  // A table's first load can take hours. What has changed since then is found by the cursor's index, if there is one.
  const isFirst = isIncremental && before === null && rowCap === null && startFrom === null;
  const order = isFirst ? KeyOrder.of(relation, read) : null;
  const identity = identityOf(relation, read);
  const inOrder = (state: CursorState, after: readonly string[] | null): Selection => ({
    rows: order!.rows(joined(wanted), after),
    state,
    checkpoints: {
      order: order!,
      stateAfter: (key) => ({ ...state, inside: { table: identity, after: [...key] } satisfies Inside }),
    },
    continues: after !== null,
  });
  if (inside && order && inside.table === identity) {
    const { column, kind, value } = cursorState(stored, cursor, tableName)!;
    const started: CursorState = { column, kind, value };
    const position = await positionOf(table, cursor, filter, started, session);
    if (!position.went_back) {
      stateAfter(cursor, position, stream, started); // NULLs may have come
      // The state after the read is that of its first attempt: whatever has changed since then has a later value.
      return inOrder(started, inside.after);
    }
  }
  const state =
    isIncremental || nullCursor === 'fail'
      ? stateAfter(cursor, await positionOf(table, cursor, filter, before, session), stream, before)
      : null;
  if (order && state) return inOrder(state, null);
  const limit = isIncremental && before ? '' : limitSql(stream, isSorted ? cursor.column : null);
  return { ...whole, rows: rowsSql(wanted, limit), state: isIncremental ? state : null };
}

async function positionOf(
  { stream, relation }: TableRead,
  cursor: Cursor,
  filter: readonly string[],
  before: CursorState | null,
  session: Session,
): Promise<Position> {
  const wanted = filter.join(' and ') || 'true';
  const [row] = await session.rows<PositionRow>(
    positionStatement(nameOf(relation), cursor, stream, wanted, before),
  );
  return positionIn(row!);
}

/** Returns whether the stream has a cursor by which an index sorts its rows. Otherwise, all of them would be sorted. */
export const isCursorIndexed = (
  { cursorColumn }: ConfiguredStream,
  { indexed }: Relation,
  columns: readonly RelationColumn[],
): boolean => {
  const column = columns.find(({ name }) => name === cursorColumn);
  return column !== undefined && indexed.includes(column.sourceName);
};

/** Returns whether the source guarantees that the rows it returns differ in the stream's key. */
export const isKeyUnique = ({ primaryKey }: ConfiguredStream, relation: Relation): boolean =>
  relation.primaryKey.length > 0 && relation.primaryKey.every((name) => primaryKey.includes(name));

function rowsSql(conditions: readonly (string | null)[], end: string): string {
  const given = joined(conditions);
  return [given && `where ${given}`, end].join(' ').trim();
}

const joined = (conditions: readonly (string | null)[]) =>
  conditions.filter((condition) => condition !== null).join(' and ');

function limitSql({ rowCap }: ConfiguredStream, cursor: RelationColumn | null): string {
  if (rowCap === null) return '';
  const order = cursor ? `order by ${identifier(cursor.sourceName)} desc ` : '';
  return `${order}limit ${rowCap}`;
}
