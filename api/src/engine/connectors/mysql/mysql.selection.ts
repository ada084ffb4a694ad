import type { ConfiguredStream, StreamState } from '../../protocol/protocol.ts';
import { requireUsableFilter } from '../../protocol/row-filter.ts';
import { cursorState, stateAfter } from '../server-cursor.ts';
import type { Relation, RelationColumn } from './mysql.catalog.ts';
import {
  cursorCondition,
  cursorOf,
  positionIn,
  positionStatement,
  type PositionRow,
} from './mysql.cursor.ts';
import { filterCondition } from './mysql.row-filter.ts';
import type { Session } from './mysql.session.ts';
import { identifier } from './mysql.sql.ts';
import { nameOf } from './mysql.statements.ts';

/** Which rows of a table are read. */
export interface Selection {
  /** SQL that follows the table's name. */
  rows: string;
  /** The state after the read, if the stream is read incrementally. */
  state: StreamState | null;
}

interface TableRead {
  stream: ConfiguredStream;
  relation: Relation;
  /** All of the stream's columns, as they are now. */
  columns: readonly RelationColumn[];
  /** If not all rows are read, they are those with the latest cursor values. */
  isSorted: boolean;
}

/** Chooses the rows by the stream's filter and cursor. Throws if a read from the stored state on would miss rows. */
export async function selectionOf(
  { stream, relation, columns, isSorted }: TableRead,
  stored: StreamState | undefined,
  session: Session,
): Promise<Selection> {
  const { tableName, rowFilter, nullCursor, syncMode } = stream;
  requireUsableFilter(rowFilter, columns, tableName);
  const filter = rowFilter.map((condition) => filterCondition(condition, columns));
  const cursor = cursorOf(stream, columns);
  if (!cursor) return { rows: rowsSql(filter, limitSql(stream, null)), state: null };
  const before = cursorState(stored, cursor, tableName);
  const isIncremental = syncMode === 'incremental';
  const position = async () => {
    const wanted = filter.join(' and ') || 'true';
    const statement = positionStatement(nameOf(relation), cursor, stream, wanted, before);
    const [row] = await session.rows<PositionRow>(statement);
    return stateAfter(cursor, positionIn(row!), stream, before);
  };
  const state = isIncremental || nullCursor === 'fail' ? await position() : null;
  const limit = isIncremental && before ? '' : limitSql(stream, isSorted ? cursor.column : null);
  const rows = rowsSql([...filter, cursorCondition(cursor, stream, before)], limit);
  return { rows, state: isIncremental ? state : null };
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
  const given = conditions.filter((condition) => condition !== null);
  return [given.length > 0 ? `where ${given.join(' and ')}` : '', end].join(' ').trim();
}

function limitSql({ rowCap }: ConfiguredStream, cursor: RelationColumn | null): string {
  if (rowCap === null) return '';
  const order = cursor ? `order by ${identifier(cursor.sourceName)} desc ` : '';
  return `${order}limit ${rowCap}`;
}
