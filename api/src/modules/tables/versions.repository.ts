import { sql } from 'kysely';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';

export interface KeptVersion {
  version: number;
  state: 'current' | 'held' | 'kept';
  rows: number;
  bytes: number;
  columns: number;
  committedAt: Date;
  freshAsOf: Date;
  runId: string;
  runNumber: number | null;
  restoredFrom: number | null;
  restoredBy: string | null;
}

/** Lists the versions of a table, newest first. */
export async function listVersions(db: WorkspaceDb, tableId: string): Promise<KeptVersion[]> {
  const { rows } = await sql<KeptVersion>`
    select found.version, found.rows, found.bytes, jsonb_array_length(found.columns) as columns,
      case found.version
        when tables.current_version then 'current' when tables.held_version then 'held' else 'kept'
      end as state,
      found.committed_at as "committedAt", coalesce(found.checked_at, found.committed_at) as "freshAsOf",
      found.run_id as "runId", run.number as "runNumber",
      found.restored_from as "restoredFrom", found.restored_by as "restoredBy"
    from tables
    join table_versions found on found.workspace_id = tables.workspace_id and found.table_id = tables.id
    left join sync_runs run on run.workspace_id = found.workspace_id and run.id = found.run_id
    where tables.workspace_id = ${db.workspaceId} and tables.id = ${tableId}
    order by found.version desc`.execute(db);
  return rows;
}

/**
 * Makes a new version of an earlier one's files, and moves the table to it. The connector's state as of the earlier
 * version comes along, so the next incremental read brings everything since then. Returns the new version's number.
 */
export async function restoreVersion(
  db: WorkspaceDb,
  tableId: string,
  version: number,
  by: string,
): Promise<number> {
  const key = sql`workspace_id = ${db.workspaceId} and table_id = ${tableId}`;
  const { rows } = await sql<{ version: number }>`
    insert into table_versions (workspace_id, table_id, version, run_id, rows, bytes, columns, primary_key, generation,
      state, loaded_with, checked_at, null_counts, restored_from, restored_by)
    select workspace_id, table_id, (select max(version) + 1 from table_versions where ${key}), run_id, rows, bytes,
      columns, primary_key, generation, state, loaded_with, coalesce(checked_at, committed_at), null_counts, version,
      ${by}
    from table_versions where ${key} and version = ${version}
    returning version`.execute(db);
  const made = rows[0]!.version;
  await sql`
    insert into version_files (workspace_id, table_id, version, position, role, token, sha256, rows, bytes)
    select workspace_id, table_id, ${made}, position, role, token, sha256, rows, bytes
    from version_files where ${key} and version = ${version}`.execute(db);
  await sql`
    update tables set current_version = ${made} where workspace_id = ${db.workspaceId} and id = ${tableId}`.execute(
    db,
  );
  return made;
}
