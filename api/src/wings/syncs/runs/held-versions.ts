import { sql } from 'kysely';
import type { HeldVersionDecision, RunState } from '@headwater/shared/contract';
import { failure } from '@headwater/base/failures/failure';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { lockSourceConnection } from '../../connections/source-connections/index.ts';
import {
  deleteHeldVersion,
  deleteOldVersions,
  findKeptVersion,
  findTable,
  findVersion,
  lockTable,
  movePointers,
  refuseUnmasked,
} from '../../tables/tables/index.ts';
import { endOf, nextState } from './run.ts';
import { listRunStreams, lockRun, updateRun, updateRunStream } from './sync-runs.repository.ts';

/**
 * Moves the table to the version that was held back, or drops that version. The run that loaded it is
 * evaluated again, so that it no longer asks for a decision. Returns how it ended before and ends now, if that
 * differs, and the tokens of files that are no longer needed. Throws a 409 if the version is no longer on hold.
 */
export async function decideHeldVersion(
  db: WorkspaceDb,
  { sourceConnectionId, tableName }: { sourceConnectionId: string; tableName: string },
  { decision, version }: HeldVersionDecision,
): Promise<{
  tableId: string;
  runId: string;
  ended: { before: RunState; state: RunState } | null;
  tokens: number[];
}> {
  const table = await findTable(db, sourceConnectionId, tableName);
  if (!table) throw new Refusal('not_found');
  const held = await findVersion(db, table.id, version);
  // Locks the run before its connection and its table, in the same order as a commit and a deletion.
  const run = held && (await lockRun(db, held.run_id));
  await lockSourceConnection(db, sourceConnectionId);
  const { heldVersion } = await lockTable(db, table.id);
  if (!held || heldVersion !== version) throw new Refusal('held_version_gone');
  const isAccepted = decision === 'accept';
  if (isAccepted)
    refuseUnmasked((await findKeptVersion(db, table.id, version))!, { pointer: '/data/attributes/version' });
  let ended: { before: RunState; state: RunState } | null = null;
  if (run) {
    const values = { table: tableName, before: table.rows ?? 0, after: held.rows };
    await updateRunStream(db, run.id, tableName, {
      ...(isAccepted && { state: 'complete' }),
      failure: isAccepted ? null : failure('old_version_kept', values),
    });
    const streams = (await listRunStreams(db, [run.id])).get(run.id) ?? [];
    const state = nextState(run.state, { type: 'held_decided', outcome: endOf(streams) });
    if (state) {
      const left = streams.find((stream) => stream.failure && stream.failure.code !== 'old_version_kept');
      const isAboutTables = run.failure?.code === 'rows_dropped' || left === undefined;
      await updateRun(db, run.id, { state, ...(isAboutTables && { failure: left?.failure ?? null }) });
      if (state !== run.state) ended = { before: run.state, state };
    }
  }
  const decided = { tableId: table.id, runId: held.run_id, ended };
  // Either way, the table shows what someone has chosen.
  const stale = run !== undefined && (await hasFailedSince(db, sourceConnectionId, tableName, run.number));
  if (!isAccepted) {
    const tokens = await deleteHeldVersion(db, table.id);
    await movePointers(db, table.id, { stale });
    return { ...decided, tokens };
  }
  await movePointers(db, table.id, { current_version: version, held_version: null, stale });
  return { ...decided, tokens: await deleteOldVersions(db, table.id) };
}

/** Whether a later run failed to complete the table. */
async function hasFailedSince(
  db: WorkspaceDb,
  sourceConnectionId: string,
  tableName: string,
  runNumber: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from sync_runs run join sync_run_streams stream
      on stream.workspace_id = run.workspace_id and stream.run_id = run.id
    where run.workspace_id = ${db.workspaceId} and run.source_connection_id = ${sourceConnectionId}
      and run.number > ${runNumber} and stream.table_name = ${tableName}
      and stream.state = 'incomplete' and run.state <> 'canceled'
    limit 1`.execute(db);
  return rows.length > 0;
}
