import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { Services } from '../../http/services.ts';

interface ClearedConnection {
  readonly workspaceId: string;
  readonly sourceConnectionId: string;
  /** The run that was active. */
  readonly runId: string | null;
}

declare module '../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'clear-connection': ClearedConnection;
  }
}

/** By then every process has noticed that what it works for is gone, and has stopped writing. */
export const LATE_WRITERS_SECONDS = 120;

/** In the transaction that deletes a connection: its files go after it, whatever happens to this process. */
export async function clearAfterwards(
  { jobs }: Pick<Services, 'jobs'>,
  db: WorkspaceDb,
  work: ClearedConnection,
): Promise<void> {
  await jobs.enqueue(db, 'clear-connection', work);
  await jobs.enqueue(db, 'clear-connection', work, { startAfter: LATE_WRITERS_SECONDS });
}

/** The job: ends what runs in this process for a connection that is gone, and removes its files. */
export async function clearConnection(
  { syncs, discoveries, versions }: Services,
  { workspaceId, sourceConnectionId, runId }: ClearedConnection,
): Promise<void> {
  if (runId) syncs.stop(runId);
  discoveries.cancel(sourceConnectionId);
  await versions.removeConnection(workspaceId, sourceConnectionId);
}
