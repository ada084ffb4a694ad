import type { ConfiguredStream } from '@headwater/protocol/protocol';
import {
  cursorCondition as conditionOf,
  cursorOf as cursorAmong,
  lowerBound,
  type Cursor as ServerCursor,
  type CursorKind,
  type CursorName,
  type CursorState,
  type Position,
} from '../server-cursor.ts';
import type { RelationColumn } from './mysql.catalog.ts';
import { comparable } from './mysql.row-filter.ts';
import { identifier, literal } from './mysql.sql.ts';
import { CLOCK_AHEAD } from './mysql.statements.ts';

export type Cursor = ServerCursor<RelationColumn, CursorKind>;

const DAY = 86_400;

const NUMBER: CursorKind = {
  name: 'number',
  overlap: 1_000,
  before: (value, overlap) => String(BigInt(value) - BigInt(overlap)),
  now: null,
};

const moment = (name: CursorName, now: string): CursorKind => ({
  name,
  overlap: 600,
  before: (value, overlap) => `cast(${literal(value)} as datetime(6)) - interval ${overlap} second`,
  now,
});

/**
 * SQL for the time on the clock by which values without a zone are written: the source's own, or UTC where an application
 * writes that. The source says nothing of which, and no row of the one that is behind may be missed.
 */
const CIVIL_NOW = `(utc_timestamp(6) + interval least(0, ${CLOCK_AHEAD}) second)`;

/** By type in the warehouse. */
const KINDS: Readonly<Record<string, CursorKind>> = {
  SMALLINT: NUMBER,
  INTEGER: NUMBER,
  BIGINT: NUMBER,
  DATE: {
    name: 'date',
    overlap: DAY,
    before: (value, overlap) => `cast(${literal(value)} as date) - interval ${Math.ceil(overlap / DAY)} day`,
    now: `date(${CIVIL_NOW})`,
  },
  TIMESTAMP: moment('timestamp', CIVIL_NOW),
  'TIMESTAMP WITH TIME ZONE': moment('timestamptz', 'utc_timestamp(6)'),
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

/** Returns what a row of that statement says. */
export const positionIn = ({ latest, actual, went_back, has_nulls }: PositionRow): Position => ({
  // A zero date is no moment that others could follow.
  latest: latest?.startsWith('0000') ? null : latest,
  actual,
  went_back: went_back === '1',
  has_nulls: has_nulls === '1',
});

/** SQL for the rows to read, by their cursor values. */
export function cursorCondition(
  cursor: Cursor,
  stream: ConfiguredStream,
  state: CursorState | null,
): string | null {
  const { column } = cursor;
  const start = stream.startFrom === null ? null : comparable(column, stream.startFrom);
  return conditionOf(identifier(column.sourceName), start, cursor, stream, state);
}
