import { workspaceTransaction } from '../../platform/database/workspace-db.ts';
import type { Services } from '../../http/services.ts';
import { listTokens } from '../tables/index.ts';
import type { Lease } from './leases.ts';

/**
 * Removes what earlier attempts for a connection left behind: stage files of dead processes, and files that
 * were published but never committed. Runs under the lease, when no one else writes for this connection.
 */
export async function collectLeftovers(
  services: Services,
  { workspaceId, sourceConnectionId }: Lease,
): Promise<void> {
  const needed = await workspaceTransaction(services.database, workspaceId, (db) =>
    listTokens(db, sourceConnectionId),
  );
  const { versions, stages } = await services.versions.list(workspaceId, sourceConnectionId);
  for (const stage of stages) await services.versions.removeStage(stage);
  for (const version of versions) {
    if (!needed.get(version.tableId)?.has(version.token)) await services.versions.remove(version);
  }
}
