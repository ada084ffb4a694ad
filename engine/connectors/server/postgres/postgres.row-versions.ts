import { ownValue } from '@headwater/shared/contract/plain';
import { DatabaseError } from 'pg';
import { FailureError } from '@headwater/base/failures/failure';
import { isBySystemCursor } from '@headwater/protocol/cursor-types';
import { logEntry, type LogEntry } from '@headwater/protocol/log-entry';
import type { ConfiguredStream, StreamState } from '@headwater/protocol/protocol';
import type { TableRead } from './postgres.resume.ts';
import type { Session } from './postgres.session.ts';
import { filesStatement, historyStatement } from './postgres.statements.ts';
import { isAfterWrap, isSince } from './postgres.xid.ts';

/** How far a table has been read by its rows' `xmin`: the number of the transaction that wrote a row. */
export interface VersionState extends StreamState {
  cursor: 'xmin';
  /** With its epoch, so that it never wraps around. Rows of this transaction and all later ones are read next. */
  xid: string;
  /** What identifies the history that transactions are numbered in: another one can have the same numbers. */
  system: string;
  timeline: number;
  /** The number of the table. */
  table: number;
  /** The numbers and files of the parts with rows: its partitions, or itself. */
  files: Record<string, string>;
  /** The positions of the columns that were read. */
  columns: number[];
}

/** What a snapshot shows. */
export interface Versions {
  system: string;
  timeline: number;
  isReplica: boolean;
  /** The earliest transaction that is still open. Its rows, and those of all that began later, can't all be seen yet. */
  oldest: bigint;
  /** Later than all transactions whose rows can be seen. */
  next: bigint;
  files: Record<string, string>;
}

interface HistoryRow {
  system: string;
  timeline: number;
  replica: boolean;
  oldest: string;
  next: string;
}

/** Whether the stream's rows are found by the transactions that wrote them. */
export const isByVersions = (stream: ConfiguredStream): boolean =>
  stream.syncMode === 'incremental' && isBySystemCursor(stream);

/** Whether the server tells what reading by versions needs to know: some that only resemble PostgreSQL don't. */
export async function tellsVersions(session: Session): Promise<boolean> {
  try {
    await session.run(historyStatement);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError) return false;
    throw error;
  }
}

/** Returns what the snapshot shows of the table. Throws if its rows don't tell which transactions wrote them. */
export async function versionsOf(
  { stream: { tableName: table }, relation }: TableRead,
  session: Session,
): Promise<Versions> {
  if (!relation.isVersioned) throw new FailureError('row_versions_missing', { table });
  const [history, files] = await session.statements(historyStatement, filesStatement(relation.oid));
  const { system, timeline, replica, oldest, next } = history!.rows[0] as HistoryRow;
  return {
    ...{ system, timeline, isReplica: replica, oldest: BigInt(oldest), next: BigInt(next) },
    files: Object.fromEntries(
      (files!.rows as { part: string; file: string }[]).map((row) => [row.part, row.file]),
    ),
  };
}

/** Whether rows that were read once stay, whatever becomes of them at the source. */
const keepsRows = ({ destinationSyncMode }: ConfiguredStream) => destinationSyncMode === 'append';

/** Returns the state after a read in this snapshot. */
export function stateAfterVersions(
  { stream, relation, read }: TableRead,
  { system, timeline, oldest, files }: Versions,
  before: VersionState | null,
): VersionState {
  // A replica can be behind the one that was read last. What was added to the table must not be added again.
  const isBehind = before !== null && keepsRows(stream) && oldest < BigInt(before.xid);
  const xid = isBehind ? before.xid : String(oldest);
  const columns = read.map(({ position }) => position);
  return { cursor: 'xmin', xid, system, timeline, table: relation.oid, files, columns };
}

/**
 * Returns why rows can't be found from a state on, so that all have to be read, or null if they can. Throws if that
 * would add rows twice, or lose rows that the source doesn't have anymore.
 */
export function breakOf(read: TableRead, now: Versions, before: VersionState): LogEntry | null {
  const { stream } = read;
  const lost = lostHistory(now, before);
  if (keepsRows(stream)) {
    if (lost) throw new FailureError('row_versions_lost', { table: stream.tableName });
    return null;
  }
  const found = lost ?? changedTable(read, now, before);
  return found && logEntry('warn', found[0], found[1], { tableName: stream.tableName });
}

type Found = [code: Parameters<typeof logEntry>[1], values: Record<string, string | number>] | null;

function lostHistory({ system, timeline, isReplica, next }: Versions, before: VersionState): Found {
  if (system !== before.system || timeline !== before.timeline) return ['versions_elsewhere', {}];
  const xid = BigInt(before.xid);
  // A replica that is behind another one has the same history, less its end.
  if (next < xid && !isReplica) return ['versions_back', { before: before.xid, now: String(next) }];
  return isAfterWrap(xid, next) ? ['versions_wrapped', { transactions: Number(next - xid) }] : null;
}

/** Partitions that are new or were rewritten are read as a whole, so the others need not be. */
function changedTable({ relation, read }: TableRead, { files }: Versions, before: VersionState): Found {
  const isRewritten =
    Object.hasOwn(files, String(relation.oid)) && files[relation.oid] !== before.files[relation.oid];
  if (relation.oid !== before.table || isRewritten) return ['versions_rewritten', {}];
  return read.every(({ position }) => before.columns.includes(position)) ? null : ['versions_columns', {}];
}

/**
 * SQL for the rows to read. Without `since`, all of them; otherwise those by transactions that weren't over then, as
 * well as all rows of partitions that the table didn't have, or that have been rewritten.
 *
 * What could be read twice doesn't matter to a table with a key. One that keeps rows gets those of each transaction
 * once: when no earlier one is open anymore.
 */
export function versionConditions(
  { stream }: TableRead,
  { files }: Versions,
  since: VersionState | null,
  until: bigint,
): (string | null)[] {
  const keeps = keepsRows(stream);
  const complete = keeps ? `not ${isSince(until)}` : null;
  if (!since) return [complete];
  const isKnown = (part: string) =>
    keeps ? Object.hasOwn(since.files, part) : ownValue(since.files, part) === ownValue(files, part);
  const parts = Object.keys(files).filter((part) => !isKnown(part));
  const changed = isSince(BigInt(since.xid));
  const inParts = parts.length === 0 ? '' : ` or tableoid in (${parts.join(', ')})`;
  return [`(${changed}${inParts})`, complete];
}

/** SQL for the order in which rows were written, the last ones first. */
export const NEWEST_FIRST = `order by pg_catalog.age(xmin) < 0, pg_catalog.age(xmin)`;
