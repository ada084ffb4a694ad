import type { ConfiguredStream } from '@headwater/protocol/protocol';
import {
  cursorCondition as conditionOf,
  cursorOf as cursorAmong,
  lowerBound,
  type Cursor as ServerCursor,
  type CursorKind as ServerCursorKind,
  type CursorState,
} from '../server-cursor.ts';
import type { RelationColumn } from './postgres.catalog.ts';
import { identifier, literal } from './postgres.sql.ts';

interface CursorKind extends ServerCursorKind {
  cast: string;
  /** SQL that leaves out values that no other one can follow. */
  isFinite(column: string): string;
}

export type Cursor = ServerCursor<RelationColumn, CursorKind>;

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

/**
 * SQL for the time on the clock by which values without a zone are written: the source's own, or UTC where an application
 * writes that. The source says nothing of which, and no row of the one that is behind may be missed.
 */
const CIVIL_NOW = `least(pg_catalog.now() at time zone 'UTC', pg_catalog.now() at time zone
  (select reset_val from pg_catalog.pg_settings where name = 'TimeZone'))`;

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
    now: `(${CIVIL_NOW})::date`,
  },
  TIMESTAMP: {
    name: 'timestamp',
    cast: 'timestamp',
    overlap: TEN_MINUTES,
    before: secondsBefore('timestamp'),
    isFinite: isFiniteMoment,
    now: CIVIL_NOW,
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
export const cursorOf = (stream: ConfiguredStream, columns: readonly RelationColumn[]): Cursor | null =>
  cursorAmong(stream, columns, KINDS);

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

/** SQL for the rows to read, by their cursor values. */
export function cursorCondition(
  cursor: Cursor,
  stream: ConfiguredStream,
  state: CursorState | null,
): string | null {
  const { startFrom } = stream;
  const start = startFrom === null ? null : `${literal(startFrom)}::${cursor.kind.cast}`;
  return conditionOf(identifier(cursor.column.sourceName), start, cursor, stream, state);
}
