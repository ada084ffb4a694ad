import type { Failure } from '@headwater/shared/contract';
import type { Quotas } from '../../../platform/config/config.ts';
import { failure, FailureError } from '@headwater/base/failures/failure';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Services } from '../../../http/services.ts';
import { exceedsStorage } from '../../ground/quotas/index.ts';
import { getSourceConnection } from '../../connections/source-connections/index.ts';
import {
  confirmVersion,
  deleteHeldVersion,
  deleteOldVersions,
  findVersion,
  insertVersion,
  listTableTokens,
  lockTable,
} from '../../tables/tables/index.ts';
import { hasCollapsed } from './collapse.ts';
import { lockUnderLease, type Lease } from './leases.ts';
import type { StagedVersion, VersionFile } from '@headwater/connectors/processes/sync/messages';
import type { PlannedStream } from './plan-attempt.ts';
import { updateRun, updateRunStream, type SyncRunRow } from './sync-runs.repository.ts';
import { whenStoreIsBack } from './when-store-is-back.ts';

/**
 * Turns a finished stage file into a version of its table. The file is published first, under a name that
 * nothing refers to yet. Then ONE transaction under the run's lease moves the pointer together with counts
 * and schema. A crash in between leaves a file that the next cleanup removes. A table that has collapsed
 * keeps its version: the new one is held back until someone decides. Throws LeaseLost if another worker has the
 * run, and FailureError if the workspace has no room for the version, or if the version that it builds on is no longer
 * the current one. Without a file, only the state of that version moves. Returns why the version is held back, if it is.
 */
export async function commitVersion(
  services: Services,
  lease: Lease,
  target: PlannedStream,
  staged: StagedVersion,
): Promise<Failure | null> {
  const { workspaceId, sourceConnectionId, runId, token } = lease;
  const key = { workspaceId, connectionId: sourceConnectionId, tableId: target.tableId, token };
  if (staged.file) await services.versions.publish(key);
  const { quotas } = services.config;
  const { old, held } = await whenStoreIsBack(() =>
    workspaceTransaction(services.database, workspaceId, (db) =>
      movePointer(db, quotas, lease, target, staged),
    ),
  ).catch(async (error: unknown) => {
    if (staged.file && error instanceof FailureError) await services.versions.remove(key);
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
  { stream, tableId, base: builtOn, replaced, generation, loadedWith }: PlannedStream,
  staged: StagedVersion,
): Promise<Moved> {
  const { runId, token, sourceConnectionId } = lease;
  const { tableName, primaryKey, destinationSyncMode } = stream;
  const { file, state } = staged;
  const base = builtOn ?? (file ? null : (replaced ?? null));
  const run = await lockUnderLease(db, lease);
  const { currentVersion, heldVersion } = await lockTable(db, tableId);
  // The store became unavailable after this was committed, before we received the confirmation.
  if ((await listTableTokens(db, tableId)).includes(token)) return { old: [], held: null };
  if (base && base.version !== currentVersion) throw new FailureError('base_replaced', { table: tableName });
  if (!file) {
    if (!base) throw new Error(`Nothing was loaded into ${tableName}, which has no version to build on.`);
    await confirmVersion(db, tableId, base.version, state);
    const { rows } = (await findVersion(db, tableId, base.version))!;
    await complete(db, run, tableName, staged, { rows, nullCounts: null, bytes: 0 }, null);
    return { old: [], held: null };
  }
  const before = currentVersion === null ? undefined : await findVersion(db, tableId, currentVersion);
  const isHeld =
    destinationSyncMode === 'overwrite' &&
    hasCollapsed(before?.rows ?? null, file.rows) &&
    !(await getSourceConnection(db, sourceConnectionId)).accepts_shrinking;
  const discarded = heldVersion === null ? [] : await deleteHeldVersion(db, tableId);
  await insertVersion(
    db,
    { ...file, tableId, runId, token, primaryKey, generation, state, loadedWith },
    isHeld ? 'held_version' : 'current_version',
  );
  const values = { table: tableName, before: before?.rows ?? 0, after: file.rows };
  const held = isHeld ? failure('rows_dropped', values) : null;
  await complete(db, run, tableName, staged, file, held);
  const old = [...discarded, ...(await deleteOldVersions(db, tableId))];
  // Only what is kept counts.
  if (await exceedsStorage(db, quotas))
    throw new FailureError('storage_quota_reached', { gigabytes: quotas.storageBytes / 1024 ** 3 });
  return { old, held };
}

/** What the run leaves: the rows of the table, their NULLs, unless the run has changed nothing, and what it has written. */
type Left = Pick<VersionFile, 'rows' | 'bytes'> & { nullCounts: VersionFile['nullCounts'] | null };

/** Stores that the run is done with the table, unless its version is held back. */
async function complete(
  db: WorkspaceDb,
  { id: runId, progressed }: SyncRunRow,
  tableName: string,
  staged: StagedVersion,
  left: Left,
  held: Failure | null,
): Promise<void> {
  await updateRunStream(db, runId, tableName, {
    state: held ? 'incomplete' : 'complete',
    phase: 'done',
    rows_read: staged.rowsRead,
    rows_loaded: staged.rowsLoaded,
    rows_deduplicated: staged.rowsDeduplicated,
    rows_filtered: staged.rowsFiltered,
    rows_rejected: staged.rowsRejected,
    table_rows: left.rows,
    null_counts: left.nullCounts,
    bytes_written: left.bytes,
    failure: held,
  });
  if (!progressed) await updateRun(db, runId, { progressed: true });
}
