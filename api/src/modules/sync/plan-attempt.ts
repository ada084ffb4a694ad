import { failure } from '../../platform/failures/failure.ts';
import {
  FULL_REFRESH_OVERWRITE,
  type Configuration,
  type ConfiguredStream,
  type StreamColumn,
  type UploadedFile,
} from '../../engine/protocol/protocol.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { EgressRules } from '../../platform/egress/index.ts';
import type { Services } from '../../http/services.ts';
import {
  connectorInputs,
  getSourceConnection,
  listSelectedStreams,
  type StreamRow,
} from '../source-connections/index.ts';
import { ensureTable, listCurrentColumns } from '../tables/index.ts';
import { lockUnderLease, type Lease } from './leases.ts';
import { deleteRejections } from './rejected-rows.repository.ts';
import { mayBeTriedAgain } from './run.ts';
import { listRunStreams, replaceRunStreams, updateRunStream } from './sync-runs.repository.ts';

/** What an attempt has to do. */
export interface Work {
  inputs: {
    connector: string;
    configuration: Configuration;
    uploads: Map<string, UploadedFile>;
    egress: EgressRules;
  };
  streams: { stream: StreamRow; tableId: string; columnsBefore: StreamColumn[] }[];
}

/**
 * Returns what to read and the target tables: everything except complete tables and those that only people
 * can help with. A selected stream that the source no longer has fails at once.
 */
export async function planAttempt(db: WorkspaceDb, services: Services, lease: Lease): Promise<Work> {
  const { runId, sourceConnectionId } = lease;
  const { scope } = await lockUnderLease(db, lease);
  const { connector, configuration } = await getSourceConnection(db, sourceConnectionId);
  const inputs = await connectorInputs(db, services, {
    connector,
    configuration,
    sourceConnectionId,
  });
  const selected = await listSelectedStreams(db, sourceConnectionId);
  await followSelection(db, runId, selected, scope);
  const known = new Map(selected.map((stream) => [stream.table_name, stream]));
  const open = ((await listRunStreams(db, [runId])).get(runId) ?? []).filter(mayBeTriedAgain);
  const streams: Work['streams'] = [];
  for (const { table_name: tableName } of open) {
    const stream = known.get(tableName);
    const problem = stream ? stream.problem : failure('table_missing', { table: tableName });
    if (!stream || problem) {
      await updateRunStream(db, runId, tableName, {
        state: 'incomplete',
        phase: 'waiting',
        failure: problem,
      });
      continue;
    }
    await updateRunStream(db, runId, tableName, {
      state: 'pending',
      phase: 'waiting',
      failure: null,
      rows_read: 0,
      new_columns: [],
    });
    await deleteRejections(db, runId, tableName); // from the attempt before
    const tableId = await ensureTable(db, sourceConnectionId, stream);
    streams.push({ stream, tableId, columnsBefore: await listCurrentColumns(db, tableId) });
  }
  return { inputs, streams };
}

/** Makes a run that has not begun read the current selection, which may have changed since the run was requested. */
async function followSelection(
  db: WorkspaceDb,
  runId: string,
  selected: readonly StreamRow[],
  scope: readonly string[] | null,
): Promise<void> {
  const planned = (await listRunStreams(db, [runId])).get(runId) ?? [];
  const hasBegun = planned.some(({ state }) => state !== 'pending');
  const wanted = selected.filter((stream) => scope?.includes(stream.table_name) ?? true);
  if (!hasBegun && wanted.length > 0) await replaceRunStreams(db, runId, wanted);
}

/** Returns a stream's row in the form that its connector uses. */
export const configured = (stream: StreamRow): ConfiguredStream => ({
  ...FULL_REFRESH_OVERWRITE,
  namespace: stream.namespace,
  name: stream.name,
  tableName: stream.table_name,
  suggestedTableName: stream.table_name,
  columns: stream.columns,
  primaryKey: stream.primary_key,
  estimatedRows: stream.estimated_rows,
  estimatedBytes: stream.estimated_bytes,
  problem: stream.problem,
  source: stream.source,
});
