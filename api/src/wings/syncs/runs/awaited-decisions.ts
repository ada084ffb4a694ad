import { failure } from '@headwater/base/failures/failure';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { listSelectedStreams, listWaitingChanges } from '../../connections/source-connections/index.ts';
import { findActiveRun, listRunStreams, updateRun, updateRunStream } from './sync-runs.repository.ts';

/**
 * Says of the tables of a run that has found them changed what they wait for, now that the change is known: not for the
 * next attempt, which a connection doesn't begin while it's paused, but for a decision. They're read once there is one.
 * Returns the run if anything is to be said.
 */
export async function sayWhoDecides(db: WorkspaceDb, sourceConnectionId: string): Promise<string | null> {
  const run = await findActiveRun(db, sourceConnectionId);
  if (run?.state !== 'incomplete') return null;
  const waiting = await listWaitingChanges(db, sourceConnectionId);
  const selected = await listSelectedStreams(db, sourceConnectionId);
  const held = new Set(
    selected.filter(({ stream_key: key }) => waiting.get(key)?.isHeld).map((stream) => stream.table_name),
  );
  const undecided = ((await listRunStreams(db, [run.id])).get(run.id) ?? []).filter(
    ({ table_name: table, failure: reason }) => reason?.code === 'schema_changed' && held.has(table),
  );
  for (const { table_name: table } of undecided) {
    const reason = { ...failure('schema_change_undecided', { table }), retryable: true };
    await updateRunStream(db, run.id, table, { failure: reason });
    if (run.failure?.code === 'schema_changed' && run.failure.values.table === table)
      await updateRun(db, run.id, { failure: reason });
  }
  return undecided.length > 0 ? run.id : null;
}
