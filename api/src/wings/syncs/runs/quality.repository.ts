import { sql, type RawBuilder } from 'kysely';
import { DRIFT } from '@headwater/shared/contract';
import type { LoadedWith } from '@headwater/protocol/protocol';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';

/** How many runs are looked at for the last ones of each table. */
const RUNS_SEARCHED = 100;

export interface Counts {
  read: number;
  loaded: number;
  deduplicated: number;
  filtered: number;
  rejected: number;
}

export interface RunCounts extends Counts {
  runId: string;
  runNumber: number;
  startedAt: Date;
}

const COUNTS = sql`
  rows_read as read, rows_loaded as loaded, rows_deduplicated as deduplicated, rows_filtered as filtered,
  rows_rejected as rejected`;

/** The connection's runs, as `recent`, newest first. */
const recentRuns = (db: WorkspaceDb, sourceConnectionId: string) => sql`
  recent as (
    select id, number, started_at from sync_runs
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and started_at is not null
    order by number desc limit ${RUNS_SEARCHED}
  )`;

/** Adds up what the last runs did with the rows of the tables that they completed, newest first. */
export async function listRunTotals(
  db: WorkspaceDb,
  sourceConnectionId: string,
  limit: number,
): Promise<(RunCounts & { tables: number; unaccounted: number })[]> {
  const { rows } = await sql<RunCounts & { tables: number; unaccounted: number }>`
    with ${recentRuns(db, sourceConnectionId)}
    select run.id as "runId", run.number as "runNumber", run.started_at as "startedAt", totals.*
    from recent run cross join lateral (
      select count(*)::integer as tables,
        sum(rows_read)::bigint as read, sum(rows_loaded)::bigint as loaded,
        sum(rows_deduplicated)::bigint as deduplicated, sum(rows_filtered)::bigint as filtered,
        sum(rows_rejected)::bigint as rejected,
        sum(abs(rows_read - rows_loaded - rows_deduplicated - rows_filtered - rows_rejected))::bigint as unaccounted
      from sync_run_streams
      where workspace_id = ${db.workspaceId} and run_id = run.id and state = 'complete'
    ) totals
    where totals.tables > 0
    order by run.number desc limit ${limit}`.execute(db);
  return rows;
}

export interface TableRun extends RunCounts {
  tableName: string;
  mode: string;
  rows: number | null;
  nullCounts: Record<string, number> | null;
}

/**
 * Lists the last runs that completed each table, newest first: `limit` of them, and as many as are compared of those
 * that counted NULLs.
 */
export async function listTableRuns(
  db: WorkspaceDb,
  sourceConnectionId: string,
  limit: number,
  only: RawBuilder<unknown> = sql`true`,
): Promise<TableRun[]> {
  const { rows } = await sql<TableRun>`
    with ${recentRuns(db, sourceConnectionId)}
    select "tableName", "runId", "runNumber", "startedAt", mode, rows, read, loaded, deduplicated, filtered, rejected,
      case when counted <= ${DRIFT.runs + 1} then "nullCounts" end as "nullCounts"
    from (
      select table_name as "tableName", run.id as "runId", run.number as "runNumber", run.started_at as "startedAt",
        mode, table_rows as rows, null_counts as "nullCounts", ${COUNTS},
        row_number() over latest as place, count(null_counts) over latest as counted
      from recent run join sync_run_streams stream on stream.workspace_id = ${db.workspaceId} and stream.run_id = run.id
      where stream.state = 'complete' and ${only}
      window latest as (partition by table_name order by run.number desc)
    ) found
    where place <= ${limit} or ("nullCounts" is not null and counted <= ${DRIFT.runs + 1})
    order by "tableName", "runNumber" desc`.execute(db);
  return rows;
}

export interface LoadedTable {
  tableName: string;
  loadedWith: LoadedWith | null;
  /** By the source, when its tables were last discovered. */
  estimatedRows: number | null;
  /** The rows that were read for a version on hold, after those of the current one. */
  heldRead: number | null;
}

/** Lists the tables that have been loaded, by name. */
export async function listLoadedTables(db: WorkspaceDb, sourceConnectionId: string): Promise<LoadedTable[]> {
  const { rows } = await sql<LoadedTable>`
    select tables.table_name as "tableName", version.loaded_with as "loadedWith",
      streams.estimated_rows as "estimatedRows", held_run.rows_read as "heldRead"
    from tables join table_versions version
      on version.workspace_id = tables.workspace_id and version.table_id = tables.id
      and version.version = tables.current_version
    left join streams
      on streams.workspace_id = tables.workspace_id and streams.source_connection_id = tables.source_connection_id
      and streams.table_name = tables.table_name
    left join table_versions held
      on held.workspace_id = tables.workspace_id and held.table_id = tables.id and held.version = tables.held_version
    left join sync_run_streams held_run
      on held_run.workspace_id = tables.workspace_id and held_run.run_id = held.run_id
      and held_run.table_name = tables.table_name
    where tables.workspace_id = ${db.workspaceId} and tables.source_connection_id = ${sourceConnectionId}
    order by tables.table_name collate alphabetical`.execute(db);
  return rows;
}
