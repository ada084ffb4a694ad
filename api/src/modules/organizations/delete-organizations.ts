import { sql } from 'kysely';
import { audit, type AuditEvent } from '../audit/index.ts';
import type { InstallationDb } from '../../platform/database/installation-db.ts';
import type { Services } from '../../http/services.ts';
import { LATE_WRITERS_SECONDS } from '../source-connections/index.ts';
import './organizations.tables.ts';

interface ClearedWorkspace {
  readonly workspaceId: string;
  readonly runIds: readonly string[];
  readonly checkIds: readonly string[];
}

declare module '../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'clear-workspace': ClearedWorkspace;
  }
}

/**
 * Deletes workspaces: their rows with the transaction, what runs there and their files by a job after it. Runs lose
 * their lease with their row: none commits any more, whichever server it is on.
 */
export async function deleteOrganizations(
  { jobs }: Pick<Services, 'jobs'>,
  db: InstallationDb,
  ids: readonly string[],
  by: Pick<AuditEvent, 'actorId' | 'request'>,
): Promise<void> {
  for (const id of [...ids].sort()) {
    const running = await lockRunning(db, id);
    const deleted = await db
      .deleteFrom('organizations')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!deleted) continue;
    const subject = { type: 'organizations', id };
    await audit(db, { action: 'workspace.delete', ...by, workspaceId: id, subject, details: deleted });
    const work = { workspaceId: id, ...running };
    await jobs.enqueue(db, 'clear-workspace', work);
    await jobs.enqueue(db, 'clear-workspace', work, { startAfter: LATE_WRITERS_SECONDS });
  }
}

/** Runs first, as a commit locks its run before its table: the other way round the two would wait for each other. */
async function lockRunning(db: InstallationDb, id: string): Promise<Omit<ClearedWorkspace, 'workspaceId'>> {
  const runs = await sql<{ id: string }>`
    select id from sync_runs where workspace_id = ${id} and ended_at is null order by id for update`.execute(
    db,
  );
  const checks = await sql<{ id: string }>`
    select id from connection_checks where workspace_id = ${id} and state = 'running'`.execute(db);
  return { runIds: runs.rows.map((run) => run.id), checkIds: checks.rows.map((check) => check.id) };
}

/** The job: ends what runs in this process for a workspace that is gone, and removes its files. */
export async function clearWorkspace(
  { syncs, checks, uploadFiles, versions }: Services,
  { workspaceId, runIds, checkIds }: ClearedWorkspace,
): Promise<void> {
  for (const id of runIds) syncs.stop(id);
  for (const id of checkIds) checks.cancel(id);
  await uploadFiles.removeWorkspace(workspaceId);
  await versions.removeWorkspace(workspaceId);
}
