import { isDeepStrictEqual } from 'node:util';
import type { ChangePolicy } from '@headwater/shared/contract';
import { newId } from '../../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import type { Services } from '../../../../http/services.ts';
import { pauseBecause } from '../pause.ts';
import type { SourceConnectionRow } from '../source-connections.repository.ts';
import type { NamedStream } from '../streams/stream-names.ts';
import type { SelectedStream } from '../streams/streams.repository.ts';
import { appliesItself, isBreaking, pauses } from './change-policy.rules.ts';
import { listDependencies, type Dependency } from './dependencies.repository.ts';
import { impactOf } from './impact.ts';
import { diffOf, type StreamSchema } from './schema-diff.ts';
import {
  deletePendingChanges,
  insertChanges,
  listPendingChanges,
  type NewChange,
  type SchemaChangeRow,
} from './schema-changes.repository.ts';

/** What a discovery has found, beside what was stored before it. */
export interface Discovered {
  /** The selected streams before. */
  before: readonly SelectedStream[];
  now: readonly NamedStream[];
  /** Those of them that weren't listed before. */
  added: readonly NamedStream[];
  /** People uploaded them, so whatever has changed is what they want. */
  isUpload: boolean;
}

interface Found extends NewChange {
  pauses: boolean;
}

/**
 * Records what has changed in selected streams since the last discovery, and new tables: applied if the policy says so,
 * pending otherwise. A pending change is compared with what was before it, so it grows with later changes, and
 * disappears if the source takes it back. Call it before the streams and their uses are replaced.
 */
export async function recordSchemaChanges(
  { hooks, events }: Pick<Services, 'hooks' | 'events'>,
  db: WorkspaceDb,
  { id, change_policy: policy }: SourceConnectionRow,
  discovered: Discovered,
): Promise<void> {
  const pending = await listPendingChanges(db, id);
  const dependencies = await listDependencies(db, id);
  const { found, withdrawn } = compare(discovered, pending, (stream) => ({
    policy,
    dependencies: dependencies.filter(({ tableName }) => tableName === '' || tableName === stream),
  }));
  if (found.length === 0 && withdrawn.length === 0) return;
  await deletePendingChanges(db, id, withdrawn);
  await insertChanges(db, id, found);
  if (found.some((change) => change.pauses)) await pauseBecause(db, id, 'schema_changed');
  const breaking = found.filter((change) => change.breaking);
  if (breaking.length > 0) {
    const tables = breaking.slice(0, TABLES_NAMED).map(({ tableName }) => tableName);
    await hooks.within('onNotification', db, {
      kind: 'schema_change.break',
      sourceConnectionId: id,
      runId: null,
      details: { count: breaking.length, tables: tables.join(', ') },
    });
  }
  await events.publishIn(db, { type: 'schema_changes', id, sourceConnectionId: id });
}

/** How many tables a notification names. */
const TABLES_NAMED = 5;

interface MemberChange {
  policy: ChangePolicy;
  dependencies: readonly Dependency[];
}

function compare(
  { before, now, added, isUpload }: Discovered,
  pending: readonly SchemaChangeRow[],
  circumstancesOf: (tableName: string) => MemberChange,
): { found: Found[]; withdrawn: string[] } {
  const formerKey = ({ replaces, streamKey }: NamedStream) => replaces ?? streamKey;
  const present = new Map(now.map((stream) => [formerKey(stream), stream]));
  const former = new Map(before.map((stream) => [stream.stream_key, stream]));
  const waiting = new Map(pending.map((change) => [change.stream_key, change]));
  const [found, withdrawn]: [Found[], string[]] = [[], []];
  for (const key of new Set([...former.keys(), ...waiting.keys()])) {
    const [stream, change, named] = [former.get(key), waiting.get(key), present.get(key)];
    // What can't be read now, or couldn't be read before, can't be compared.
    if (named?.stream.problem || (!change && stream?.problem)) continue;
    const baseline = change ? change.baseline : storedSchema(stream!);
    const diff = diffOf(baseline, named ? foundSchema(named) : null);
    if (change && isDeepStrictEqual(diff, change.diff)) continue;
    if (change) withdrawn.push(change.id);
    if (!diff) continue;
    const tableName = named?.tableName ?? stream?.table_name ?? change!.table_name;
    const { policy, dependencies } = circumstancesOf(tableName);
    const table = { uses: dependencies, followsSourceKey: !!stream && followsSourceKey(stream) };
    const breaking = !isUpload && isBreaking(diff, table);
    found.push({
      id: newId('sch'),
      streamKey: named?.streamKey ?? key,
      tableName,
      diff,
      baseline,
      breaking,
      impact: impactOf(diff, breaking, dependencies),
      state: isUpload || appliesItself(breaking, policy) ? 'applied' : 'pending',
      pauses: !isUpload && pauses(diff, table, policy),
    });
  }
  for (const named of added) if (!waiting.has(named.streamKey)) found.push(newTable(named, circumstancesOf));
  return { found, withdrawn };
}

function newTable(
  { streamKey, tableName, selected }: NamedStream,
  circumstancesOf: (tableName: string) => MemberChange,
): Found {
  const { policy } = circumstancesOf(tableName);
  const isAsked = policy === 'approve' || policy === 'pause';
  return {
    id: newId('sch'),
    streamKey,
    tableName,
    diff: diffOf(null, { columns: [], primaryKey: [] })!,
    baseline: null,
    breaking: false,
    impact: [],
    state: selected ? 'applied' : isAsked ? 'pending' : 'ignored',
    pauses: policy === 'pause',
  };
}

const storedSchema = ({ columns, primary_key: primaryKey }: SelectedStream): StreamSchema => ({
  columns,
  primaryKey,
});
const foundSchema = ({ stream: { columns, primaryKey } }: NamedStream): StreamSchema => ({
  columns,
  primaryKey,
});

/** Whether rows are recognized by the source's own key, whatever it is. */
const followsSourceKey = ({ key_columns, destination_sync_mode: mode }: SelectedStream) =>
  key_columns === null && (mode === 'append_dedup' || mode === 'history');
