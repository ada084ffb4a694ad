import { FailureError } from '@headwater/base/failures/failure';
import { parseIso } from '../template/moments.ts';
import type { ConfiguredStream, StreamState } from '@headwater/protocol/protocol';
import { isNumeric, own, textOf, type Dict, type Value } from '../template/values.ts';
import { cursorOf, DatetimeCursor, type Beginning } from './datetime-cursor.ts';
import { Positions, type PositionState } from './positions.ts';
import type { Run } from './run.ts';

/** How an incremental read tells new records from those that it has. */
export interface Incremental {
  positions: Positions;
  /** Where the requests for a partition begin. Null if the API can't be asked for a part. */
  beginning(partition: Dict): Beginning | null;
  /** Whether a record is wanted. Remembers its cursor value, but none after `end`. */
  take(record: Dict, partition: Dict, end: number | null): boolean;
  /** Whether all later records of the slice are older than wanted. */
  isPast(record: Dict, partition: Dict): boolean;
}

/** Returns how a stream is read on. Null if it's read as a whole. */
export function incrementalOf(
  stream: Dict,
  chosen: ConfiguredStream,
  state: StreamState | undefined,
  run: Run,
): Incremental | null {
  const { cursorColumn, tableName: table, syncMode } = chosen;
  if (cursorColumn === null || syncMode !== 'incremental') return null;
  const stored = (state ?? null) as PositionState | null;
  if (stored && stored.column !== cursorColumn)
    throw new FailureError('cursor_unusable', { table, column: cursorColumn, type: typeOf(chosen) });
  const cursor = cursorOf(stream);
  if (cursor && own(cursor, 'type') === 'DatetimeBasedCursor') {
    const datetimes = new DatetimeCursor(cursor, run, table);
    if (datetimes.field === cursorColumn) return byDatetime(cursor, datetimes, chosen, stored, run);
  }
  return byValue(
    chosen,
    stored,
    cursor !== null && run.templates(cursor).text('cursor_field') === cursorColumn,
  );
}

const typeOf = ({ columns, cursorColumn }: ConfiguredStream) =>
  columns.find(({ name }) => name === cursorColumn)?.type ?? 'VARCHAR';

function byDatetime(
  cursor: Dict,
  datetimes: DatetimeCursor,
  chosen: ConfiguredStream,
  stored: PositionState | null,
  run: Run,
): Incremental {
  const positions = new Positions(
    datetimes.field,
    stored,
    (one, other) => datetimes.parse(one) > datetimes.parse(other),
  );
  const templates = run.templates(cursor);
  const isFiltered = templates.flag('is_client_side_incremental') || templates.flag('is_data_feed');
  const isFeed = templates.flag('is_data_feed');
  const beginning = (partition: Dict): Beginning => ({
    value: positions.beginning(partition),
    overlap: chosen.overlap === null ? null : chosen.overlap * 1000,
    startFrom: chosen.startFrom,
  });
  const lower = (partition: Dict) => datetimes.range(beginning(partition))[0];
  return {
    positions,
    beginning,
    take(record, partition, end) {
      const moment = datetimes.momentOf(record);
      if (moment === null) return acceptsNull(chosen);
      if (isFiltered && moment < lower(partition)) return false;
      // A value in the future would hide all that comes before it.
      positions.seen(partition, datetimes.text(end === null ? moment : Math.min(moment, end)));
      return true;
    },
    isPast(record, partition) {
      const moment = isFeed ? datetimes.momentOf(record) : null;
      return moment !== null && moment < lower(partition);
    },
  };
}

function acceptsNull({ nullCursor, tableName: table, cursorColumn }: ConfiguredStream): boolean {
  if (nullCursor === 'fail') throw new FailureError('cursor_null', { table, column: cursorColumn! });
  return nullCursor === 'load';
}

/** Everything is requested, and what has been read before is left out. */
function byValue(chosen: ConfiguredStream, stored: PositionState | null, isSent: boolean): Incremental {
  const { tableName: table, cursorColumn: column, overlap, startFrom } = chosen;
  const type = typeOf(chosen);
  const isTime = type === 'DATE' || type.startsWith('TIMESTAMP');
  const isNumber =
    ['SMALLINT', 'INTEGER', 'BIGINT', 'DOUBLE', 'FLOAT'].includes(type) || type.startsWith('DECIMAL');
  const unusable = () => new FailureError('cursor_unusable', { table, column: column!, type });
  if (!isTime && !isNumber) throw unusable();
  const orderOf = (value: Value): number => {
    const order =
      isTime && typeof value === 'string'
        ? timeOf(value)
        : isNumeric(value)
          ? Number(value)
          : typeof value === 'string' && value.trim() !== ''
            ? Number(value)
            : NaN;
    if (Number.isNaN(order)) throw unusable();
    return order;
  };
  const capped = isTime && !isSent ? notAhead(Date.now()) : (text: string) => text;
  const positions = new Positions(
    column!,
    stored && withoutAhead(stored, capped),
    (one, other) => orderOf(one) > orderOf(other),
  );
  const back = (overlap ?? 0) * (isTime ? 1000 : 1);
  const from = (partition: Dict): number => {
    const value = positions.beginning(partition);
    return Math.max(
      value === null ? -Infinity : orderOf(value) - back,
      startFrom === null ? -Infinity : orderOf(startFrom),
    );
  };
  return {
    positions,
    beginning: (partition) =>
      isSent ? { value: positions.beginning(partition), overlap: null, startFrom } : null,
    take(record, partition) {
      const value = own(record, column!);
      if (value === undefined || value === null) return acceptsNull(chosen);
      const order = orderOf(value);
      if (order < from(partition)) return false;
      // A value in the future would hide all that comes before it.
      positions.seen(partition, typeof value === 'string' ? capped(value) : textOf(value));
      return true;
    },
    isPast: () => false,
  };
}

const HOUR = 3_600_000;
/** In the last time zone where a day begins, clocks are this far behind UTC. */
const LAST_ZONE = 12 * HOUR;

/** Returns a function for the latest text that a record could have by now instead of a later one. */
function notAhead(now: number): (text: string) => string {
  return (text) => {
    // An API doesn't say by whose clock it writes times without a zone.
    const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text.trim()) && text.includes(':');
    const latest = hasZone ? now : now - LAST_ZONE;
    if (!(timeOf(text) > latest)) return text;
    return new Date(latest).toISOString().slice(0, text.includes(':') ? undefined : 'yyyy-mm-dd'.length);
  };
}

/** Returns the state without the values that a read from before there was such a limit left in the future. */
function withoutAhead(state: PositionState, capped: (text: string) => string): PositionState {
  const isPast = (text: string | null) => text !== null && capped(text) === text;
  return {
    ...state,
    value: isPast(state.value) ? state.value : null,
    partitions:
      state.partitions &&
      Object.fromEntries(Object.entries(state.partitions).filter(([, value]) => isPast(value))),
  };
}

function timeOf(text: string): number {
  try {
    return parseIso(text).milliseconds;
  } catch {
    return NaN;
  }
}
