import { SELECTION_MAX, type Dependent } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import { updateSourceConnection, lockSourceConnection } from '../source-connections.repository.ts';
import {
  countSelected,
  dropColumns,
  listStreamsWithSettings,
  selectStream,
} from '../streams/stream-settings.repository.ts';
import { checkedStream, needsOtherSettings } from '../streams/stream-settings.rules.ts';
import { holdsTable } from './change-policy.rules.ts';
import { indexStreamSettings, listDependencies } from './dependencies.repository.ts';
import { impactOf } from './impact.ts';
import {
  decideChange,
  listChangesById,
  listPendingChanges,
  type SchemaChangeRow,
} from './schema-changes.repository.ts';

export type Decision = 'approve' | 'ignore';

/** What a pending change means now, which may be more than when it was found. */
export interface PendingFacts {
  /** Whether the table can be synced as it is now: its key, cursor, and filter still fit. */
  canApprove: boolean;
  impact: Dependent[];
}

/**
 * Carries out what someone decided about pending changes, about all of them or none. Throws a 409 with those that are
 * decided already or have become others, or whose tables need other settings before they can be synced as they are now.
 */
export async function decideSchemaChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
  decision: Decision,
  ids: readonly string[],
  by: string,
): Promise<SchemaChangeRow[]> {
  await lockSourceConnection(db, sourceConnectionId);
  const found = await listChangesById(db, sourceConnectionId, ids);
  const changes = ids.flatMap((id) => found.get(id) ?? []);
  const facts = await factsOf(db, sourceConnectionId, changes);
  requireDecidable(ids, (id) => {
    if (found.get(id)?.state !== 'pending') return 'schema_change_decided';
    return decision === 'ignore' || facts.get(id)!.canApprove ? null : 'schema_change_needs_settings';
  });
  for (const change of changes) {
    if (decision === 'approve') await approve(db, change);
    else await ignore(db, change);
    await close(db, change, facts.get(change.id)!, decision === 'approve' ? 'approved' : 'ignored', by);
  }
  const addsTables = decision === 'approve' && changes.some(({ diff }) => diff.table === 'added');
  if (addsTables && (await countSelected(db, sourceConnectionId)) > SELECTION_MAX)
    throw new Refusal('too_many_selected', { values: { count: SELECTION_MAX } });
  await indexStreamSettings(db, sourceConnectionId);
  await updateSourceConnection(db, sourceConnectionId, {});
  return changes;
}

function requireDecidable(ids: readonly string[], codeOf: (id: string) => Fault['code'] | null): void {
  const [first, ...others] = ids.flatMap((id, at): Fault[] => {
    const code = codeOf(id);
    return code === null ? [] : [{ code, pointer: `/data/attributes/changes/${at}` }];
  });
  if (first) throw new Refusal([first, ...others]);
}

/** A new table is selected, and one that is gone deselected. Columns are read as they are now, from the next run on. */
async function approve(
  db: WorkspaceDb,
  { source_connection_id: id, stream_key: key, diff }: SchemaChangeRow,
): Promise<void> {
  if (diff.table !== null) await selectStream(db, id, key, diff.table === 'added');
}

/**
 * New columns stay out until someone selects them. A table that can't stay as it is without its former columns isn't
 * synced anymore. One that is gone comes back by itself, if it does at the source.
 */
async function ignore(db: WorkspaceDb, change: SchemaChangeRow): Promise<void> {
  const { source_connection_id: id, stream_key: key, diff, breaking } = change;
  if (diff.table !== null) return;
  if (holdsTable(diff, breaking)) return selectStream(db, id, key, false);
  await dropColumns(
    db,
    id,
    key,
    diff.added.map(({ name }) => name),
  );
}

/** Closes pending changes that someone has decided by selecting new tables or deselecting changed ones. */
export async function closeBySelection(
  db: WorkspaceDb,
  sourceConnectionId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  by: string,
): Promise<void> {
  const pending = await listPendingChanges(db, sourceConnectionId);
  const isAdded = ({ diff }: SchemaChangeRow) => diff.table === 'added';
  const decided = pending.filter((change) => (isAdded(change) ? add : remove).includes(change.table_name));
  const facts = await factsOf(db, sourceConnectionId, decided);
  for (const change of decided)
    await close(db, change, facts.get(change.id)!, isAdded(change) ? 'approved' : 'ignored', by);
}

/** Lists the pending changes of tables that need other settings. */
export async function listBlockedChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<SchemaChangeRow[]> {
  const pending = await listPendingChanges(db, sourceConnectionId);
  const facts = await factsOf(db, sourceConnectionId, pending);
  return pending.filter(({ id }) => !facts.get(id)!.canApprove);
}

/** Closes those whose tables have got settings that fit, because whoever chose them knew the change. */
export async function closeBySettings(
  db: WorkspaceDb,
  sourceConnectionId: string,
  blocked: readonly SchemaChangeRow[],
  by: string,
): Promise<void> {
  const facts = await factsOf(db, sourceConnectionId, blocked);
  for (const change of blocked) {
    const now = facts.get(change.id)!;
    if (now.canApprove) await close(db, change, now, 'approved', by);
  }
}

const close = (
  db: WorkspaceDb,
  { id }: SchemaChangeRow,
  { impact }: PendingFacts,
  state: 'approved' | 'ignored',
  by: string,
) => decideChange(db, id, { state, by, impact });

/** Returns what changes mean now, by their IDs. */
export async function factsOf(
  db: WorkspaceDb,
  sourceConnectionId: string,
  changes: readonly SchemaChangeRow[],
): Promise<Map<string, PendingFacts>> {
  if (changes.length === 0) return new Map();
  const names = changes.map(({ table_name: name }) => name);
  const streams = await listStreamsWithSettings(db, sourceConnectionId, names);
  const dependencies = Map.groupBy(await listDependencies(db, sourceConnectionId), (one) => one.tableName);
  return new Map(
    changes.map(({ id, table_name: name, diff, breaking }) => {
      const stream = streams.get(name);
      const fits =
        diff.table !== null ||
        !stream ||
        !needsOtherSettings(stream.settings, checkedStream(stream.stream, stream.settings.masks));
      const own = [...(dependencies.get('') ?? []), ...(dependencies.get(name) ?? [])];
      return [id, { canApprove: fits, impact: impactOf(diff, breaking, own) }];
    }),
  );
}
