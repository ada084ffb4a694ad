import { FailureError } from '../../../platform/failures/failure.ts';
import type { ConfiguredStream, StreamState } from '../../protocol/protocol.ts';
import { orderedCheck } from '../../protocol/row-filter.ts';
import type { RelationColumn } from './postgres.catalog.ts';
import { identifier, literal } from './postgres.sql.ts';

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

interface CursorKind {
  name: CursorName;
  cast: string;
  /** In units of a number, or in seconds. */
  overlap: number;
  /** SQL for a value some steps earlier. */
  before(value: string, overlap: number): string;
  /** SQL that leaves out values that no other one can follow. */
  isFinite(column: string): string;
  /** SQL for the latest value that a row can have by now. Null if any value is possible. */
  now: string | null;
}

type CursorName = 'number' | 'date' | 'timestamp' | 'timestamptz';

const isFiniteMoment = (column: string) => `${column} > '-infinity' and ${column} < 'infinity'`;
const secondsBefore = (cast: string) => (value: string, overlap: number) =>
  `${literal(value)}::${cast} - interval '${overlap} seconds'`;

const NUMBER: CursorKind = {
  name: 'number',
  cast: 'int8',
  overlap: 1_000,
  before: (value, overlap) => {
    const earlier = BigInt(value) - BigInt(overlap);
    const lowest = -(2n ** 63n);
    return `${literal(String(earlier < lowest ? lowest : earlier))}::int8`;
  },
  isFinite: () => 'true',
  now: null,
};

const TEN_MINUTES = 600;
const DAY = 86_400;

/** By type in the warehouse. */
const KINDS: Readonly<Record<string, CursorKind>> = {
  SMALLINT: NUMBER,
  INTEGER: NUMBER,
  BIGINT: NUMBER,
  DATE: {
    name: 'date',
    cast: 'date',
    overlap: DAY,
    before: (value, overlap) => `${literal(value)}::date - ${Math.ceil(overlap / DAY)}`,
    isFinite: isFiniteMoment,
    // Somewhere, the next day has begun.
    now: `(pg_catalog.now() at time zone 'UTC')::date + 1`,
  },
  TIMESTAMP: {
    name: 'timestamp',
    cast: 'timestamp',
    overlap: TEN_MINUTES,
    before: secondsBefore('timestamp'),
    isFinite: isFiniteMoment,
    now: `pg_catalog.now() at time zone 'UTC'`,
  },
  'TIMESTAMP WITH TIME ZONE': {
    name: 'timestamptz',
    cast: 'timestamptz',
    overlap: TEN_MINUTES,
    before: secondsBefore('timestamptz'),
    isFinite: isFiniteMoment,
    now: 'pg_catalog.now()',
  },
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
  // Sorted rather than max(), so that an index on the column is enough.
  const latest = `select ${name} as value from ${from}
    where ${name} is not null and ${kind.isFinite(name)} order by ${name} desc limit 1`;
  const capped =
    kind.now === null ? 'value' : `case when value is not null then least(value, ${kind.now}) end`;
  const before = state?.value ?? null;
  const wentBack = before === null ? 'false' : `coalesce(value < ${lowerBound(kind, stream, before)}, true)`;
  const hasNulls =
    stream.nullCursor === 'fail'
      ? `exists (select from ${from} where ${name} is null and ${wanted})`
      : 'false';
  return `
    select (${capped})::text as latest, value::text as actual, ${wentBack} as went_back, ${hasNulls} as has_nulls
    from (select 1) one left join (${latest}) found on true`;
}

export interface PositionRow {
  latest: string | null;
  actual: string | null;
  went_back: boolean;
  has_nulls: boolean;
}

/** Returns the state after a read in the snapshot that this row describes. Throws if nothing can be read from there. */
export function stateAfter(
  { column, kind }: Cursor,
  { latest, actual, went_back, has_nulls }: PositionRow,
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
  if (stream.startFrom !== null) bounds.push(`${name} >= ${literal(stream.startFrom)}::${kind.cast}`);
  if (stream.nullCursor === 'skip') return [...bounds, `${name} is not null`].join(' and ');
  return bounds.length === 0 ? null : `(${name} is null or (${bounds.join(' and ')}))`;
}

const lowerBound = (kind: CursorKind, { overlap }: ConfiguredStream, value: string) =>
  kind.before(value, overlap ?? kind.overlap);
