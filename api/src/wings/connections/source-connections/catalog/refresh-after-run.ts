import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import type { Services } from '../../../../http/services.ts';
import type { EndedRun } from '../../../hooks.ts';
import { requireConnector } from '../setup/configuration.rules.ts';
import { startDiscovery } from './discoveries.ts';
import { lockIfThere } from '../source-connections.repository.ts';

/** How often runs have the tables of a source listed again, at most. */
const EVERY_MINUTES = 60;

/**
 * Has the tables of a source listed again after a run that has reached it, so that new ones are noticed. It costs the
 * run nothing; the next one waits for it. Uploaded files don't change by themselves.
 */
export async function refreshAfterRun(
  services: Services,
  db: WorkspaceDb,
  { sourceConnectionId, state, before }: EndedRun,
): Promise<void> {
  if (before !== null || (state !== 'succeeded' && state !== 'partially_succeeded')) return;
  const connection = await lockIfThere(db, sourceConnectionId);
  if (!connection || requireConnector(connection.connector).spec().takesUploads) return;
  if (await isDue(db, sourceConnectionId))
    await startDiscovery(db, services, sourceConnectionId, { isRefresh: true });
}

/** One in progress is marked every minute, so it isn't due. */
async function isDue(db: WorkspaceDb, sourceConnectionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from source_connections
    where workspace_id = ${db.workspaceId} and id = ${sourceConnectionId}
      and coalesce(discovery_started_at < now() - make_interval(mins => ${sql.lit(EVERY_MINUTES)}), true)`.execute(
    db,
  );
  return rows.length > 0;
}
