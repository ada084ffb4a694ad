import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import type { VersionKey } from '@headwater/warehouse';
import type { Services } from '../../../http/services.ts';
import { listTokens } from '../../tables/tables/index.ts';
import type { Lease } from './leases.ts';
import type { PlannedStream } from './plan-attempt.ts';

/**
 * Removes what earlier attempts for a connection left behind: stage files of dead processes, files that were published
 * but never committed, and what was read of the planned tables, unless the attempt continues with it. Takes only files of
 * earlier leases: whoever loses the lease without knowing it yet, because it was suspended, must not take its successor's.
 */
export async function collectLeftovers(
  services: Services,
  { workspaceId, sourceConnectionId, token }: Lease,
  planned: readonly PlannedStream[],
): Promise<void> {
  const needed = await workspaceTransaction(services.database, workspaceId, (db) =>
    listTokens(db, sourceConnectionId),
  );
  const files = await services.versions.list(workspaceId, sourceConnectionId);
  const isEarlier = (file: VersionKey) => file.token < token;
  for (const stage of files.stages.filter(isEarlier)) await services.versions.removeStage(stage);
  for (const version of files.versions.filter(isEarlier)) {
    if (!needed.get(version.tableId)?.has(version.token)) await services.versions.remove(version);
  }
  for (const read of files.reads.filter(isEarlier)) {
    const plan = planned.find(({ tableId }) => tableId === read.tableId);
    if (plan && plan.read?.kept?.token !== read.token) await services.versions.removeRead(read);
  }
  for (const log of files.readLogs.filter(isEarlier)) await services.versions.removeRead(log);
}
