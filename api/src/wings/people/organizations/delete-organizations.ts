import { audit, type AuditEvent } from '../../ground/audit/index.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { Services } from '../../../http/services.ts';
import { LATE_WRITERS_SECONDS } from '../../../platform/jobs/late-writers.ts';
import './organizations.tables.ts';

interface GoneWorkspace {
  readonly workspaceId: string;
}

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'clear-workspace': GoneWorkspace;
  }
}

/**
 * Deletes workspaces for good: their rows in the transaction, their running work and files in a job after it. Runs
 * lose their lease along with their row, so none can commit anymore, whichever server it is on.
 */
export async function deleteOrganizations(
  { jobs, hooks }: Pick<Services, 'jobs' | 'hooks'>,
  db: InstallationDb,
  ids: readonly string[],
  by: Pick<AuditEvent, 'actorId' | 'request'>,
  action: 'workspace.delete' | 'workspace.clear' = 'workspace.delete',
): Promise<void> {
  for (const id of [...ids].sort()) {
    await hooks.within('beforeWorkspaceDeleted', db, id);
    const deleted = await db
      .deleteFrom('organizations')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!deleted) continue;
    const subject = { type: 'organizations', id };
    await audit(db, { action, ...by, workspaceId: id, subject, details: deleted });
    const gone = { workspaceId: id };
    await jobs.enqueue(db, 'clear-workspace', gone);
    await jobs.enqueue(db, 'clear-workspace', gone, { startAfter: LATE_WRITERS_SECONDS });
  }
}
