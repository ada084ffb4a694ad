import type { StreamColumn } from '../connectors/protocol.ts';
import { workspaceTransaction } from '../db/workspace-db.ts';
import type { Services } from '../services.ts';
import { deleteOldVersions, insertVersion } from '../tables/index.ts';
import { lockUnderLease, type Lease } from './lease-scheduler.ts';
import type { StagedVersion } from './process/messages.ts';
import { updateRunStream } from './sync-runs.repository.ts';

interface Target {
  tableName: string;
  tableId: string;
  primaryKey: readonly string[];
}

/**
 * Makes a finished stage file the table's version. The file is published first, under a name that nothing refers to
 * yet; then ONE transaction, under the run's lease, moves the pointer together with counts and schema. A crash in
 * between leaves a file that the next collection removes. Throws Fenced where another worker has the run.
 */
export async function commitVersion(
  services: Services,
  lease: Lease,
  { tableName, tableId, primaryKey }: Target,
  staged: StagedVersion,
): Promise<void> {
  const { workspaceId, sourceConnectionId, runId, token } = lease;
  const key = { workspaceId, connectionId: sourceConnectionId, tableId, token };
  await services.versions.publish(key);
  const old = await workspaceTransaction(services.database, workspaceId, async (db) => {
    await lockUnderLease(db, lease);
    const { rowsRead, rowsLoaded, rowsRejected, bytes } = staged;
    const columns: readonly StreamColumn[] = staged.columns;
    await insertVersion(db, { tableId, runId, token, rows: rowsLoaded, bytes, columns, primaryKey });
    await updateRunStream(db, runId, tableName, {
      state: 'complete',
      phase: 'done',
      rows_read: rowsRead,
      rows_loaded: rowsLoaded,
      rows_rejected: rowsRejected,
      failure: null,
    });
    return deleteOldVersions(db, tableId);
  });
  for (const oldToken of old) await services.versions.remove({ ...key, token: oldToken });
  for (const event of [
    { type: 'tables' as const, id: tableId },
    { type: 'sync_runs' as const, id: runId },
  ]) {
    services.events.publish(workspaceId, { ...event, sourceConnectionId });
  }
}
