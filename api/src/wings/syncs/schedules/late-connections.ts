import { sql } from 'kysely';
import type { Services } from '../../../http/services.ts';
import { installationSelect } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import type { Database } from '../../../platform/database/database.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { factsOfOne, lateAt, lockIfThere } from '../../connections/source-connections/index.ts';
import { databaseNow, lockSchedule, setLateSince, type DueSchedule } from './schedules.repository.ts';

const BATCH = 100;

/**
 * Notifies once of each active connection whose data has become older than its freshness target, and forgets it as soon
 * as the data is on time again.
 */
export async function followLateness(services: Pick<Services, 'database' | 'hooks' | 'log'>): Promise<void> {
  for (const found of await listChanged(services.database, BATCH)) {
    const { workspaceId, sourceConnectionId } = found;
    // One that fails is looked at again with the next scan, and must not keep the others from being noticed.
    await workspaceTransaction(services.database, workspaceId, (db) =>
      followOne(services, db, sourceConnectionId),
    ).catch((error: unknown) => services.log.error({ err: error, ...found }, 'noticing late data failed'));
  }
}

async function followOne({ hooks }: Pick<Services, 'hooks'>, db: WorkspaceDb, id: string): Promise<void> {
  if ((await lockIfThere(db, id))?.lifecycle !== 'active') return;
  const schedule = await lockSchedule(db, id);
  if (!schedule) return;
  const since = lateAt(await factsOfOne(db, id));
  const isLate = since !== null && since.getTime() < (await databaseNow(db));
  if (isLate === (schedule.late_since !== null)) return;
  await setLateSince(db, id, isLate ? since : null);
  if (!isLate) return;
  await hooks.within('onNotification', db, {
    kind: 'source_connection.late',
    sourceConnectionId: id,
    runId: null,
    details: { lateSince: since.toISOString(), targetMinutes: schedule.freshness_target_minutes! },
  });
}

/** Returns active connections that have become late or on time since they were last looked at. */
function listChanged(database: Database, limit: number): Promise<DueSchedule[]> {
  return installationSelect<DueSchedule>(
    database,
    sql`
      select schedule.workspace_id as "workspaceId", schedule.source_connection_id as "sourceConnectionId"
      from connection_schedules schedule
      join streams using (workspace_id, source_connection_id)
      join stream_settings settings using (workspace_id, source_connection_id, stream_key)
      join tables using (workspace_id, source_connection_id, table_name)
      join table_versions version on version.workspace_id = tables.workspace_id
        and version.table_id = tables.id and version.version = tables.current_version
      join source_connections connection
        on connection.workspace_id = schedule.workspace_id and connection.id = schedule.source_connection_id
      where settings.selected and connection.lifecycle = 'active'
        and ${isLiveWorkspace('schedule.workspace_id')}
        and (schedule.freshness_target_minutes is not null or schedule.late_since is not null)
      group by schedule.workspace_id, schedule.source_connection_id, schedule.late_since,
        schedule.freshness_target_minutes
      having (schedule.late_since is not null) <> coalesce(
        min(coalesce(version.checked_at, version.committed_at))
          + make_interval(mins => schedule.freshness_target_minutes) < now(), false)
      limit ${limit}`,
  );
}
