import { workspaceTransaction } from '../../platform/database/workspace-db.ts';
import type { Services } from '../../http/services.ts';
import { listTokens } from '../tables/index.ts';
import type { Lease } from './leases.ts';
import type { PlannedStream } from './plan-attempt.ts';

/**
 * Removes what earlier attempts for a connection left behind: stage files of dead processes, files that were published
 * but never committed, and what was read of the planned tables, unless the attempt goes on with it. Runs under the
 * lease, when no one else writes for this connection.
 */
export async function collectLeftovers(
  services: Services,
  { workspaceId, sourceConnectionId }: Lease,
  planned: readonly PlannedStream[],
): Promise<void> {
  const needed = await workspaceTransaction(services.database, workspaceId, (db) =>
    listTokens(db, sourceConnectionId),
  );
  const { versions, stages, reads } = await services.versions.list(workspaceId, sourceConnectionId);
  for (const stage of stages) await services.versions.removeStage(stage);
  for (const version of versions) {
    if (!needed.get(version.tableId)?.has(version.token)) await services.versions.remove(version);
  }
  for (const read of reads) {
    const plan = planned.find(({ tableId }) => tableId === read.tableId);
    if (plan && plan.read?.kept?.token !== read.token) await services.versions.removeRead(read);
  }
}
