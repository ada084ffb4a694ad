import { FailureError } from '../../../platform/failures/failure.ts';
import type { ConfiguredStream, StreamState } from '../../protocol/protocol.ts';
import { orderedCheck } from '../../protocol/row-filter.ts';
import type { RelationColumn } from './mysql.catalog.ts';
import { comparable } from './mysql.row-filter.ts';
import { identifier, literal } from './mysql.sql.ts';

/** A column with a total order, by whose values a stream is read from where the last read ended. */
export interface Cursor {
  column: RelationColumn;
  kind: CursorKind;
}

/** What the state of a stream holds. */
export interface CursorState extends StreamState {
  column: string;
  kind: CursorName;
  /** The latest value that was read. Null if there was none. */
  value: string | null;
}

type CursorName = 'number' | 'date' | 'timestamp' | 'timestamptz';

interface CursorKind {
  name: CursorName;
  /** In units of a number, or in seconds. */
  overlap: number;
  /** SQL for a value some steps earlier. */
  before(value: string, overlap: number): string;
  /** SQL for the latest value that a row can have by now. Null if any value is possible. */
  now: string | null;
}

const DAY = 86_400;

const NUMBER: CursorKind = {
  name: 'number',
  overlap: 1_000,
  before: (value, overlap) => String(BigInt(value) - BigInt(overlap)),
  now: null,
};

const moment = (name: CursorName): CursorKind => ({
  name,
  overlap: 600,
  before: (value, overlap) => `cast(${literal(value)} as datetime(6)) - interval ${overlap} second`,
  now: 'utc_timestamp(6)',
});

/** By type in the warehouse. */
const KINDS: Readonly<Record<string, CursorKind>> = {
  SMALLINT: NUMBER,
  INTEGER: NUMBER,
  BIGINT: NUMBER,
  DATE: {
    name: 'date',
    overlap: DAY,
    before: (value, overlap) => `cast(${literal(value)} as date) - interval ${Math.ceil(overlap / DAY)} day`,
    // Somewhere, the next day has begun.
    now: 'utc_date() + interval 1 day',
  },
  TIMESTAMP: moment('timestamp'),
  'TIMESTAMP WITH TIME ZONE': moment('timestamptz'),
};

/** Returns the stream's cursor. Throws if its column has no order. */
export function cursorOf(stream: ConfiguredStream, columns: readonly RelationColumn[]): Cursor | null {
  const { tableName: table, cursorColumn } = stream;
  if (cursorColumn === null) return null;
  const column = columns.find(({ name }) => name === cursorColumn)!;
  const kind = KINDS[column.type];
  const start = stream.startFrom;
  if (!kind || (start !== null && !orderedCheck(column)!(start)))
    throw new FailureError('cursor_unusable', { table, column: cursorColumn, type: column.sourceType });
  return { column, kind };
}

/** Selects the latest value, whether it is older than the last one that was read, and whether there are NULLs. */
export function positionStatement(
  from: string,
  { column, kind }: Cursor,
  stream: ConfiguredStream,
  wanted: string,
  state: CursorState | null,
): string {
  const name = identifier(column.sourceName);
  const capped = kind.now === null ? 'latest' : `least(latest, ${kind.now})`;
  const before = state?.value ?? null;
  const wentBack = before === null ? '0' : `coalesce(latest < ${lowerBound(kind, stream, before)}, 1)`;
  const hasNulls =
    stream.nullCursor === 'fail' ? `exists (select 1 from ${from} where ${name} is null and ${wanted})` : '0';
  return `
    select cast(${capped} as char) as latest, cast(latest as char) as actual, ${wentBack} as went_back,
      ${hasNulls} as has_nulls
    from (select max(${name}) as latest from ${from}) found`;
}

export interface PositionRow {
  latest: string | null;
  actual: string | null;
  went_back: '0' | '1';
  has_nulls: '0' | '1';
}

/** Returns the state after a read in the snapshot that this row describes. Throws if nothing can be read from there. */
export function stateAfter(
  { column, kind }: Cursor,
  row: PositionRow,
  { tableName: table }: ConfiguredStream,
  before: CursorState | null,
): CursorState {
  const values = { table, column: column.name };
  if (row.went_back === '1')
    throw new FailureError('cursor_went_back', {
      ...values,
      before: before?.value ?? '',
      now: row.actual ?? 'NULL',
    });
  if (row.has_nulls === '1') throw new FailureError('cursor_null', values);
  // A zero date is no moment that others could follow.
  const value = row.latest?.startsWith('0000') ? null : row.latest;
  return { column: column.name, kind: kind.name, value };
}

/** Returns the stored state, or throws if it isn't about this cursor. */
export function cursorState(
  state: StreamState | undefined,
  { column, kind }: Cursor,
  table: string,
): CursorState | null {
  if (!state) return null;
  const stored = state as CursorState;
  if (stored.column !== column.name || stored.kind !== kind.name)
    throw new FailureError('cursor_unusable', { table, column: column.name, type: column.sourceType });
  return stored;
}

/** SQL for the rows to read, by their cursor values. */
export function cursorCondition(
  { column, kind }: Cursor,
  stream: ConfiguredStream,
  state: CursorState | null,
): string | null {
  const name = identifier(column.sourceName);
  const bounds: string[] = [];
  if (state?.value != null) bounds.push(`${name} >= ${lowerBound(kind, stream, state.value)}`);
  if (stream.startFrom !== null) bounds.push(`${name} >= ${comparable(column, stream.startFrom)}`);
  if (stream.nullCursor === 'skip') return [...bounds, `${name} is not null`].join(' and ');
  return bounds.length === 0 ? null : `(${name} is null or (${bounds.join(' and ')}))`;
}

const lowerBound = (kind: CursorKind, { overlap }: ConfiguredStream, value: string) =>
  kind.before(value, overlap ?? kind.overlap);
