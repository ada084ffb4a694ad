import type { ConfiguredStream, StreamState } from '../../protocol/protocol.ts';
import { requireUsableFilter } from '../../protocol/row-filter.ts';
import type { Relation, RelationColumn } from './postgres.catalog.ts';
import {
  cursorCondition,
  cursorOf,
  cursorState,
  positionStatement,
  stateAfter,
  type PositionRow,
} from './postgres.cursor.ts';
import { filterCondition } from './postgres.row-filter.ts';
import type { Session } from './postgres.session.ts';
import { identifier } from './postgres.sql.ts';
import { indexedStatement, inheritedStatement, nameOf } from './postgres.statements.ts';

/** Which rows of a table are read. */
export interface Selection {
  /** SQL that follows the table's name. */
  rows: string;
  /** The state after the read, if the stream is read incrementally. */
  state: StreamState | null;
}

/**
 * Chooses the rows by the stream's filter and cursor. `columns` are all of its columns. If there is a cap, the rows
 * with the latest cursor values are chosen, unless not `isSorted`. Throws if a read from the stored state on would
 * miss rows.
 */
export async function selectionOf(
  stream: ConfiguredStream,
  relation: Relation,
  columns: readonly RelationColumn[],
  stored: StreamState | undefined,
  session: Session,
  isSorted: boolean,
): Promise<Selection> {
  const { tableName, rowFilter, syncMode, nullCursor } = stream;
  requireUsableFilter(rowFilter, columns, tableName);
  const filter = rowFilter.map((condition) => filterCondition(condition, columns));
  const cursor = cursorOf(stream, columns);
  if (!cursor) return { rows: rowsSql(filter, limitSql(stream, null)), state: null };
  const before = cursorState(stored, cursor, tableName);
  let state: StreamState | null = null;
  if (syncMode === 'incremental' || nullCursor === 'fail') {
    const wanted = filter.join(' and ') || 'true';
    const statement = positionStatement(nameOf(relation), cursor, stream, wanted, before);
    const [row] = await session.rows<PositionRow>(statement);
    state = stateAfter(cursor, row!, stream, before);
  }
  const byCursor = cursorCondition(cursor, stream, before);
  const limit = before ? '' : limitSql(stream, isSorted ? cursor.column : null);
  return {
    rows: rowsSql(byCursor === null ? filter : [...filter, byCursor], limit),
    state: syncMode === 'incremental' ? state : null,
  };
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

/** Returns whether the source guarantees that the rows it returns differ in the stream's key. */
export async function isKeyUnique(
  { primaryKey }: ConfiguredStream,
  relation: Relation,
  session: Session,
): Promise<boolean> {
  const isOwn =
    relation.primaryKey.length > 0 && relation.primaryKey.every((name) => primaryKey.includes(name));
  if (!isOwn || primaryKey.length === 0) return false;
  // A table's key doesn't cover the rows of tables that inherit from it.
  const [row] = await session.rows<{ inherited: boolean }>(inheritedStatement(relation.oid));
  return !row!.inherited;
}

const rowsSql = (conditions: readonly string[], limit: string) =>
  [conditions.length > 0 ? `where ${conditions.join(' and ')}` : '', limit].join(' ').trim();

function limitSql({ rowCap }: ConfiguredStream, cursor: RelationColumn | null): string {
  if (rowCap === null) return '';
  const order = cursor ? `order by ${identifier(cursor.sourceName)} desc nulls last ` : '';
  return `${order}limit ${rowCap}`;
}
