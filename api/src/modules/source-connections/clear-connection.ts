import type { Services } from '../../http/services.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { LATE_WRITERS_SECONDS } from '../../platform/jobs/late-writers.ts';
import type { GoneConnection } from '../hooks.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'clear-connection': GoneConnection;
  }
}

/**
 * Enqueues the cleanup of a connection's files in the transaction that deletes it, so that it
 * survives this process.
 */
export async function clearAfterwards(
  { jobs }: Pick<Services, 'jobs'>,
  db: WorkspaceDb,
  gone: GoneConnection,
): Promise<void> {
  await jobs.enqueue(db, 'clear-connection', gone);
  await jobs.enqueue(db, 'clear-connection', gone, { startAfter: LATE_WRITERS_SECONDS });
}
