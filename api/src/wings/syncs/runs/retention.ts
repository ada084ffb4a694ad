import { sql } from 'kysely';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';

const RUN_DAYS = 90;
const RUNS_KEPT = 100;
const REJECTION_DAYS = 30;
/** What was read of a table waits this long for an attempt that continues with it. */
export const READ_DAYS = 3;

/** Deletes old runs, except for each connection's newest ones and those from which a kept version comes. */
export async function deleteOldRuns(db: InstallationDb): Promise<void> {
  await sql`
    delete from sync_runs run using source_connections connection
    where connection.workspace_id = run.workspace_id and connection.id = run.source_connection_id
      and run.ended_at < now() - make_interval(days => ${RUN_DAYS})
      and run.number <= connection.last_run_number - ${RUNS_KEPT}
      and not exists (
        select from table_versions version
        where version.workspace_id = run.workspace_id and version.run_id = run.id
      )`.execute(db);
}

/** Deletes old rejected rows of tables that a later run has brought up to date. */
export async function deleteOldRejections(db: InstallationDb): Promise<void> {
  await sql`
    delete from rejected_rows rejected using sync_runs run
    where run.workspace_id = rejected.workspace_id and run.id = rejected.run_id
      and run.ended_at < now() - make_interval(days => ${REJECTION_DAYS})
      and exists (
        select from sync_runs later join sync_run_streams stream
          on stream.workspace_id = later.workspace_id and stream.run_id = later.id
        where later.workspace_id = run.workspace_id
          and later.source_connection_id = run.source_connection_id
          and later.number > run.number
          and stream.table_name = rejected.table_name and stream.state = 'complete'
      )`.execute(db);
}

/**
 * Deletes the runs of a connection whose tables are kept, except for those from which a version comes. Of these, only
 * what they did for complete tables stays: failures name the source.
 */
export async function deleteUnneededRuns(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
  const runs = sql`
    select id from sync_runs where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}`;
  await sql`
    delete from sync_runs
    where workspace_id = ${db.workspaceId} and id in (
      -- A worker that has just locked a run waits for the connection, and finds it deleted.
      ${runs} and not exists (
        select from table_versions version
        where version.workspace_id = sync_runs.workspace_id and version.run_id = sync_runs.id
      ) for update skip locked)`.execute(db);
  await sql`
    delete from sync_run_streams where workspace_id = ${db.workspaceId} and run_id in (${runs}) and state <> 'complete'`.execute(
    db,
  );
  for (const table of ['sync_attempts', 'rejected_rows'] as const)
    await sql`
      delete from ${sql.table(table)} where workspace_id = ${db.workspaceId} and run_id in (${runs})`.execute(
      db,
    );
  await sql`update sync_runs set failure = null where workspace_id = ${db.workspaceId} and id in (${runs})`.execute(
    db,
  );
}
