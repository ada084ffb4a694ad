import type { Failure } from '@headwater/shared/contract';
import type { Quotas } from '../../platform/config/config.ts';
import { failure, FailureError } from '../../platform/failures/failure.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { Services } from '../../http/services.ts';
import { exceedsStorage } from '../quotas/index.ts';
import { getSourceConnection } from '../source-connections/index.ts';
import {
  deleteHeldVersion,
  deleteOldVersions,
  findVersion,
  insertVersion,
  listTokens,
  lockTable,
} from '../tables/index.ts';
import { hasCollapsed } from './collapse.ts';
import { lockUnderLease, type Lease } from './leases.ts';
import type { StagedVersion } from '../../engine/sync-process/messages.ts';
import { updateRun, updateRunStream } from './sync-runs.repository.ts';
import { whenStoreIsBack } from './when-store-is-back.ts';

/** A table to which a run commits. */
export interface Target {
  tableName: string;
  tableId: string;
  primaryKey: readonly string[];
}

/**
 * Turns a finished stage file into a version of its table. The file is published first, under a name that
 * nothing refers to yet. Then ONE transaction under the run's lease moves the pointer together with counts
 * and schema. A crash in between leaves a file that the next cleanup removes. A table that has collapsed
 * keeps its version: the new one is held back until someone decides. Throws Fenced if another worker has the
 * run, and FailureError if the workspace has no room for the version. Returns why the version is held back, if it is.
 */
export async function commitVersion(
  services: Services,
  lease: Lease,
  target: Target,
  staged: StagedVersion,
): Promise<Failure | null> {
  const { workspaceId, sourceConnectionId, runId, token } = lease;
  const key = { workspaceId, connectionId: sourceConnectionId, tableId: target.tableId, token };
  await services.versions.publish(key);
  const { quotas } = services.config;
  const { old, held } = await whenStoreIsBack(() =>
    workspaceTransaction(services.database, workspaceId, (db) =>
      movePointer(db, quotas, lease, target, staged),
    ),
  ).catch(async (error: unknown) => {
    if (error instanceof FailureError) await services.versions.remove(key);
    throw error;
  });
  for (const oldToken of old) await services.versions.remove({ ...key, token: oldToken });
  for (const event of [
    { type: 'tables' as const, id: target.tableId },
    { type: 'sync_runs' as const, id: runId },
  ]) {
    services.events.publish(workspaceId, { ...event, sourceConnectionId });
  }
  return held;
}

interface Moved {
  /** The tokens of files that are no longer needed. */
  old: number[];
  held: Failure | null;
}

async function movePointer(
  db: WorkspaceDb,
  quotas: Quotas,
  lease: Lease,
  { tableName, tableId, primaryKey }: Target,
  { rowsRead, rowsLoaded, rowsRejected, file }: StagedVersion,
): Promise<Moved> {
  const { runId, token, sourceConnectionId } = lease;
  await lockUnderLease(db, lease);
  const { currentVersion } = await lockTable(db, tableId);
  // The store became unavailable after this was committed, before we received the confirmation.
  if ((await listTokens(db, sourceConnectionId)).get(tableId)?.has(token)) return { old: [], held: null };
  if (!file) throw new Error(`Nothing was loaded into ${tableName}, which has no version to build on.`);
  const before = currentVersion === null ? undefined : await findVersion(db, tableId, currentVersion);
  const isHeld =
    hasCollapsed(before?.rows ?? null, file.rows) &&
    !(await getSourceConnection(db, sourceConnectionId)).accepts_shrinking;
  const replaced = await deleteHeldVersion(db, tableId);
  await insertVersion(
    db,
    { ...file, tableId, runId, token, primaryKey },
    isHeld ? 'held_version' : 'current_version',
  );
  const values = { table: tableName, before: before?.rows ?? 0, after: file.rows };
  const held = isHeld ? failure('rows_dropped', values) : null;
  await updateRunStream(db, runId, tableName, {
    state: isHeld ? 'incomplete' : 'complete',
    phase: 'done',
    rows_read: rowsRead,
    rows_loaded: rowsLoaded,
    rows_rejected: rowsRejected,
    failure: held,
  });
  await updateRun(db, runId, { progressed: true });
  const old = [...replaced, ...(await deleteOldVersions(db, tableId))];
  // Only what is kept counts.
  if (await exceedsStorage(db, quotas))
    throw new FailureError('storage_quota_reached', { gigabytes: quotas.storageBytes / 1024 ** 3 });
  return { old, held };
}
