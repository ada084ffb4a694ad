import { failure } from '@headwater/base/failures/failure';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { ConfiguredStream, LoadedWith, StreamColumn, StreamState } from '@headwater/protocol/protocol';
import { connectorNamed } from '@headwater/connectors';
import type { ReadKey } from '@headwater/warehouse';
import type { Base } from '@headwater/connectors/processes/sync/messages';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Services } from '../../../http/services.ts';
import {
  connectorInputs,
  getSourceConnection,
  listSelectedStreams,
  listUnselectedTables,
  listWaitingChanges,
  requireConnector,
  type ConnectorInputs,
  type StreamRow,
  type WaitingChange,
} from '../../connections/source-connections/index.ts';
import { readZone } from '../../people/organizations/index.ts';
import { ensureTable, findCurrentVersion, reportDamageIn } from '../../tables/tables/index.ts';
import { buildsOn, configured, isLoadedWith, loadedWith, modeOf } from './configured-stream.ts';
import { lockUnderLease, type Lease } from './leases.ts';
import { deleteRejections } from './rejected-rows.repository.ts';
import { mayBeTriedAgain } from './run.ts';
import {
  listRunStreams,
  removeRunStream,
  replaceRunStreams,
  updateRunStream,
  type SyncRunStreamRow,
} from './sync-runs.repository.ts';

/** What an attempt has to do. */
export interface Work {
  inputs: ConnectorInputs;
  streams: PlannedStream[];
}

export interface PlannedStream {
  stream: ConfiguredStream;
  tableId: string;
  /** Columns whose types are kept. */
  columnsBefore: StreamColumn[];
  /** Columns that the table keeps without values if the source has lost them. */
  keptColumns: StreamColumn[];
  /** The read fails if the source's columns have changed. */
  expectsSchema: boolean;
  /** If they have, the source's tables are listed again in this run. */
  mayRefresh: boolean;
  /** The version that the next one is built on. Null if it's loaded from scratch. */
  base: (Base & { version: number; token: number }) | null;
  /** The version that stays if the source says that nothing has changed. Null if it's read in any case. */
  replaced?: { version: number; state: StreamState } | null;
  generation: number;
  loadedWith: LoadedWith;
  /** Null if what was read may not outlast the attempt. */
  read: PlannedRead | null;
}

interface PlannedRead {
  /** What is read, and how. */
  reading: string;
  /** What an earlier attempt has read of it, if anything. */
  kept: ReadKey | null;
}

/**
 * Returns what to read and the target tables: everything except complete tables and those that only people
 * can help with. A selected stream that the source no longer has fails at once, and one that was deselected meanwhile
 * is no part of the run anymore.
 */
export async function planAttempt(db: WorkspaceDb, services: Services, lease: Lease): Promise<Work> {
  const { runId, sourceConnectionId } = lease;
  const { scope, from_scratch: isFromScratch } = await lockUnderLease(db, lease);
  const { connector, configuration, configured_at } = await getSourceConnection(db, sourceConnectionId);
  const inputs = await connectorInputs(db, services, {
    connector,
    configuration,
    sourceConnectionId,
  });
  const changesItself = !requireConnector(connector).spec().takesUploads;
  const waiting = await listWaitingChanges(db, sourceConnectionId);
  const selected = await listSelectedStreams(db, sourceConnectionId);
  await followSelection(db, runId, selected, scope);
  const known = new Map(selected.map((stream) => [stream.table_name, stream]));
  const unselected = await listUnselectedTables(db, sourceConnectionId);
  const open = ((await listRunStreams(db, [runId])).get(runId) ?? [])
    .filter(mayBeTriedAgain)
    .sort(untriedFirst);
  const { reads } = await services.versions.list(lease.workspaceId, sourceConnectionId);
  const noticesUnchanged = connectorNamed(connector)?.spec().noticesUnchanged ?? false;
  const filtersRows = connectorNamed(connector)?.spec().filtersRows ?? false;
  const zone = await readZone(db);
  const streams: Work['streams'] = [];
  for (const { table_name: tableName, schema_refreshed: wasRefreshed } of open) {
    const stream = known.get(tableName);
    if (!stream && unselected.has(tableName)) {
      await removeRunStream(db, runId, tableName);
      continue;
    }
    const change = stream && waiting.get(stream.stream_key);
    const problem = stream ? problemOf(stream, change) : failure('table_missing', { table: tableName });
    if (!stream || problem) {
      await updateRunStream(db, runId, tableName, {
        state: 'incomplete',
        phase: 'waiting',
        failure: problem,
        rows_read: 0, // What an earlier attempt has read of it is gone.
      });
      await deleteRejections(db, runId, tableName);
      continue;
    }
    const configuredStream = configured(stream, zone);
    const tableId = await ensureTable(db, sourceConnectionId, stream);
    const planned = await planStream(db, services, lease, {
      stream: configuredStream,
      leftOut: change?.columns ?? [],
      tableId,
      mayBuild: !isFromScratch,
      expectsSchema: changesItself,
      mayRefresh: changesItself && !wasRefreshed,
      noticesUnchanged,
    });
    const settings = { configuredAt: configured_at, run: isFromScratch ? runId : null };
    const read = mayOutlast(configuredStream, filtersRows) ? plannedRead(planned, settings, reads) : null;
    await updateRunStream(db, runId, tableName, {
      state: 'pending',
      phase: 'waiting',
      failure: null,
      // What was read stays read if the attempt continues with it.
      ...(!read?.kept && { rows_read: 0 }),
      mode: modeOf(configuredStream),
      estimated_rows: rowsToRead(planned, filtersRows),
    });
    // Those of the attempt before. If it's continued, those that count are known when the read begins.
    if (!read?.kept) await deleteRejections(db, runId, tableName);
    streams.push({ ...planned, read });
  }
  return { inputs, streams };
}

/** A table that ended its process, as one that fills the disk can, doesn't keep the others waiting forever. */
const untriedFirst = (a: SyncRunStreamRow, b: SyncRunStreamRow) =>
  Number(a.phase !== 'waiting') - Number(b.phase !== 'waiting');

/** Decides whether the table's next version is built on the current one. */
async function planStream(
  db: WorkspaceDb,
  services: Services,
  { workspaceId, sourceConnectionId: connectionId }: Lease,
  { stream, leftOut, mayBuild, noticesUnchanged, ...circumstances }: MemberChange,
): Promise<Omit<PlannedStream, 'read'>> {
  const { tableId } = circumstances;
  const planned = {
    ...circumstances,
    stream: withoutColumns(stream, leftOut),
    loadedWith: loadedWith(stream),
    keptColumns: [],
  };
  const current = await findCurrentVersion(db, tableId);
  if (!current) return { ...planned, columnsBefore: [], base: null, generation: 1 };
  const { version, columns, state, token, bytes, generation, lastGeneration } = current;
  if (mayBuild && token !== null && buildsOn(stream, current)) {
    const path = await services.versions.localPath({ workspaceId, connectionId, tableId, token });
    const sha256 = current.sha256?.toString('hex') ?? null;
    const base = { version, token, path, sha256, columns, state };
    if ((await sizeOf(path)) === bytes) return { ...planned, columnsBefore: columns, base, generation };
    await reportDamageIn(db, services, { connectionId, tableId, token });
  }
  // Until the first version with settings, there was only one mode, and types are kept.
  const isSame = current.loadedWith === null || isLoadedWith(stream, current);
  const continues = isSame && mayBuild && stream.destinationSyncMode === 'overwrite';
  const mayStay =
    noticesUnchanged &&
    continues &&
    leftOut.length === 0 &&
    token !== null &&
    !current.isDamaged &&
    isLoadedWith(stream, current) &&
    (await sizeOf(await services.versions.localPath({ workspaceId, connectionId, tableId, token }))) ===
      bytes;
  return {
    ...planned,
    replaced: mayStay && state !== null ? { version, state } : null,
    columnsBefore: isSame ? columns : [],
    keptColumns: continues && planned.expectsSchema ? columns : [],
    base: null,
    generation: continues ? generation : lastGeneration + 1,
  };
}

interface MemberChange extends Pick<PlannedStream, 'tableId' | 'expectsSchema' | 'mayRefresh'> {
  stream: ConfiguredStream;
  /** New columns that wait for a decision. */
  leftOut: readonly string[];
  mayBuild: boolean;
  noticesUnchanged: boolean;
}

/** Returns why a stream isn't read. */
const problemOf = ({ problem, table_name: table }: StreamRow, change: WaitingChange | undefined) =>
  problem ?? (change?.isHeld ? failure('schema_change_undecided', { table }) : null);

/** Leaves these columns out of a read, which says nothing about what the table was loaded with. */
const withoutColumns = (stream: ConfiguredStream, names: readonly string[]): ConfiguredStream => ({
  ...stream,
  masks: { ...stream.masks, ...Object.fromEntries(names.map((name) => [name, 'drop' as const])) },
});

/** Returns how many rows the source is expected to send. Null unless that is the whole table, or a known part of it. */
function rowsToRead({ stream, base }: Omit<PlannedStream, 'read'>, filtersRows: boolean): number | null {
  const { estimatedRows, rowFilter, startFrom, rowCap } = stream;
  const isPart = base?.state != null || startFrom !== null || (filtersRows && rowFilter.length > 0);
  if (isPart || estimatedRows === null) return null;
  return filtersRows && rowCap !== null ? Math.min(rowCap, estimatedRows) : estimatedRows;
}

/** Values that are masked or left out here, and not by the source, must not stay on the disk. */
const mayOutlast = ({ masks, rowFilter }: ConfiguredStream, filtersRows: boolean) =>
  Object.values(masks).every((mask) => mask === 'drop') && (filtersRows || rowFilter.length === 0);

/**
 * Finds what an earlier attempt has read, provided that it read the same: as long as nobody has changed the source, the
 * connection, the table's settings, or the version to build on. Someone who wants all of it again gets all of it.
 */
function plannedRead(
  { stream, tableId, base, generation }: Omit<PlannedStream, 'read'>,
  settings: { configuredAt: Date; run: string | null },
  reads: readonly ReadKey[],
): PlannedRead {
  const { columns, source, primaryKey, overlap } = stream;
  const what = { ...settings, generation, base: base?.version, state: base?.state };
  const how = { ...loadedWith(stream), columns, source, primaryKey, overlap };
  const hash = createHash('sha256').update(JSON.stringify([what, how]));
  const reading = hash.digest('hex').slice(0, 32);
  const same = reads.filter((read) => read.tableId === tableId && read.reading === reading);
  return { reading, kept: same.toSorted((a, b) => b.token - a.token)[0] ?? null };
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** Makes a run that has not begun read the current selection, which may have changed since the run was requested. */
async function followSelection(
  db: WorkspaceDb,
  runId: string,
  selected: readonly StreamRow[],
  scope: readonly string[] | null,
): Promise<void> {
  const planned = (await listRunStreams(db, [runId])).get(runId) ?? [];
  const hasBegun = planned.some(({ state }) => state !== 'pending');
  const phases = new Map(planned.map(({ table_name, phase }) => [table_name, phase]));
  const wanted = selected
    .filter((stream) => scope?.includes(stream.table_name) ?? true)
    .map((stream) => ({ ...stream, phase: phases.get(stream.table_name) }));
  if (!hasBegun && wanted.length > 0) await replaceRunStreams(db, runId, wanted);
}
