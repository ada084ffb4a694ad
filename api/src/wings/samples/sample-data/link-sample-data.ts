import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Services } from '../../../http/services.ts';
import { indexStreamSettings } from '../../connections/source-connections/index.ts';
import { listTokens } from '../../tables/tables/index.ts';
import { addReportsOf, recordLoading, type Loader, type Target } from './load-sample-data.ts';

/** What a loaded sample consists of, in the order in which its rows refer to each other. */
const COPIED = [
  'all_source_connections',
  'streams',
  'stream_settings',
  'tables',
  'table_versions',
  'version_files',
  'sync_runs',
  'sync_run_streams',
  'sync_attempts',
  'table_profiles',
  'column_profiles',
] as const;

/**
 * Gives a workspace the sample that another one has loaded, as of when that was: the rows that describe it under IDs of
 * its own, and the files of its tables, which both share. Makes its reports for this reader. Both workspaces can be
 * synced and deleted without the other.
 */
export async function linkSampleData(
  services: Services,
  from: string,
  target: Target,
  by: Loader,
): Promise<void> {
  const loaded = await workspaceTransaction(services.database, from, readSample);
  const ids = new Map([[from, target.id]]);
  const renamed = (id: string) => {
    if (!ids.has(id)) ids.set(id, newId(id.slice(0, 3)));
    return ids.get(id)!;
  };
  const rows = loaded.rows.replaceAll(/\b(?:org|src|tbl|run)_[0-9a-z]{26}\b/g, renamed);
  const { connectionId, runId } = loaded;
  for (const [tableId, tokens] of loaded.tokens)
    for (const token of tokens)
      await services.versions.share(
        { workspaceId: from, connectionId, tableId, token },
        {
          workspaceId: target.id,
          connectionId: renamed(connectionId),
          tableId: renamed(tableId),
          token,
        },
      );
  const log = { workspaceId: target.id, sourceConnectionId: renamed(connectionId), runId: renamed(runId) };
  await services.syncLogs.copy({ workspaceId: from, sourceConnectionId: connectionId, runId }, log);
  await target.transaction(async (db) => {
    for (const table of COPIED)
      await sql`
        insert into ${sql.table(table)}
        select * from json_populate_recordset(null::${sql.table(table)}, ${rows}::json -> ${table})`.execute(
        db,
      );
    const id = renamed(connectionId);
    await indexStreamSettings(db, id);
    await recordLoading(db, { id, reports: await addReportsOf(db, id, by) }, by);
  });
}

/** Reads a workspace's sample: in one statement, so that all of it is of the same moment. */
async function readSample(db: WorkspaceDb) {
  const parts = COPIED.map(
    (table) => sql`${sql.lit(table)}, (
      select coalesce(json_agg(found), '[]') from ${sql.table(table)} found where workspace_id = ${db.workspaceId})`,
  );
  const { rows } = await sql<{ rows: string; connectionId: string; runId: string }>`
    select json_build_object(${sql.join(parts)})::text as rows, source_connection_id as "connectionId", id as "runId"
    from sync_runs where workspace_id = ${db.workspaceId}`.execute(db);
  const found = rows[0]!;
  return { ...found, tokens: await listTokens(db, found.connectionId) };
}
