import { ownValue } from '@headwater/shared/contract/plain';
import { FailureError } from '@headwater/base/failures/failure';
import { columnOfCursor } from '@headwater/protocol/cursor-types';
import type { ConfiguredStream, StreamState } from '@headwater/protocol/protocol';
import { orderedCheck } from '@headwater/protocol/row-filter';
import type { SourceColumn } from './server-tables.ts';

export type CursorName = 'number' | 'date' | 'timestamp' | 'timestamptz';

/** How the values of a type are compared and moved, in a server's SQL. */
export interface CursorKind {
  name: CursorName;
  /** In units of a number, or in seconds. */
  overlap: number;
  /** SQL for a value some steps earlier. */
  before(value: string, overlap: number): string;
  /** SQL for the latest value that a row can have by now. Null if any value is possible. */
  now: string | null;
}

/** A column with a total order, by whose values a stream is read from where the last read ended. */
export interface Cursor<Column extends SourceColumn, Kind extends CursorKind> {
  column: Column;
  kind: Kind;
}

/** What the state of a stream holds. */
export interface CursorState extends StreamState {
  column: string;
  kind: CursorName;
  /** The latest value that was read. Null if there was none. */
  value: string | null;
}

/** Returns the stream's cursor, whose kind follows from its type in the warehouse. Throws if its column has no order. */
export function cursorOf<Column extends SourceColumn, Kind extends CursorKind>(
  stream: ConfiguredStream,
  columns: readonly Column[],
  kinds: Readonly<Record<string, Kind>>,
): Cursor<Column, Kind> | null {
  const { tableName: table } = stream;
  const cursorColumn = columnOfCursor(stream);
  if (cursorColumn === null) return null;
  const column = columns.find(({ name }) => name === cursorColumn)!;
  const kind = ownValue(kinds, column.type);
  const start = stream.startFrom;
  if (!kind || (start !== null && !orderedCheck(column)!(start)))
    throw new FailureError('cursor_unusable', { table, column: cursorColumn, type: column.sourceType });
  return { column, kind };
}

/** What a snapshot shows of a cursor. */
export interface Position {
  /** The value from which the next read goes on. */
  latest: string | null;
  /** The latest value, which can be in the future. */
  actual: string | null;
  went_back: boolean;
  has_nulls: boolean;
}

/** Returns the state after a read in a snapshot. Throws if nothing can be read from there. */
export function stateAfter(
  { column, kind }: Cursor<SourceColumn, CursorKind>,
  { latest, actual, went_back, has_nulls }: Position,
  { tableName: table }: ConfiguredStream,
  before: CursorState | null,
): CursorState {
  const values = { table, column: column.name };
  if (went_back)
    throw new FailureError('cursor_went_back', {
      ...values,
      before: before?.value ?? '',
      now: actual ?? 'NULL',
    });
  if (has_nulls) throw new FailureError('cursor_null', values);
  return { column: column.name, kind: kind.name, value: latest };
}

/** Returns the stored state, or throws if it isn't about this cursor. */
export function cursorState(
  state: StreamState | undefined,
  { column, kind }: Cursor<SourceColumn, CursorKind>,
  table: string,
): CursorState | null {
  if (!state) return null;
  const stored = state as CursorState;
  if (stored.column !== column.name || stored.kind !== kind.name)
    throw new FailureError('cursor_unusable', { table, column: column.name, type: column.sourceType });
  return stored;
}

/**
 * SQL for the rows to read, by their cursor values. Null for all of them.
 *
 * @param name SQL for the column
 * @param start SQL for the start that was set, or null
 */
export function cursorCondition(
  name: string,
  start: string | null,
  { kind }: { kind: CursorKind },
  stream: ConfiguredStream,
  state: CursorState | null,
): string | null {
  const bounds: string[] = [];
  if (state?.value != null) bounds.push(`${name} >= ${lowerBound(kind, stream, state.value)}`);
  if (start !== null) bounds.push(`${name} >= ${start}`);
  if (stream.nullCursor === 'skip') return [...bounds, `${name} is not null`].join(' and ');
  return bounds.length === 0 ? null : `(${name} is null or (${bounds.join(' and ')}))`;
}

/** SQL for the value from which a read goes on. */
export const lowerBound = (kind: CursorKind, { overlap }: ConfiguredStream, value: string) =>
  kind.before(value, overlap ?? kind.overlap);
