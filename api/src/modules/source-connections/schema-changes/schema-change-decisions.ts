import { SELECTION_MAX } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '../../../platform/refusals/refusal.ts';
import { updateSourceConnection, lockSourceConnection } from '../source-connections.repository.ts';
import {
  countSelected,
  dropColumns,
  findStreamWithSettings,
  selectStream,
} from '../stream-settings.repository.ts';
import { needsOtherSettings } from '../stream-settings.rules.ts';
import { holdsTable } from './change-policy.rules.ts';
import { indexStreamSettings, listDependencies } from './dependencies.repository.ts';
import { impactOf } from './impact.ts';
import {
  decideChange,
  getChange,
  listPendingChanges,
  type SchemaChangeRow,
} from './schema-changes.repository.ts';

export type Decision = 'approve' | 'ignore';

/**
 * Carries out what someone decided about a pending change. Throws a 409 if it is decided already, or if the table needs
 * other settings before it can be synced as it is now.
 */
export async function decideSchemaChange(
  db: WorkspaceDb,
  { sourceConnectionId, schemaChangeId }: { sourceConnectionId: string; schemaChangeId: string },
  decision: Decision,
  by: string,
): Promise<SchemaChangeRow> {
  await lockSourceConnection(db, sourceConnectionId);
  const change = await getChange(db, sourceConnectionId, schemaChangeId);
  if (change.state !== 'pending') throw new Refusal('schema_change_decided');
  if (decision === 'approve') await approve(db, change);
  else await ignore(db, change);
  await close(db, change, decision === 'approve' ? 'approved' : 'ignored', by);
  await indexStreamSettings(db, sourceConnectionId);
  await updateSourceConnection(db, sourceConnectionId, {});
  return getChange(db, sourceConnectionId, schemaChangeId);
}

/** A new table is selected, and one that is gone deselected. Columns are read as they are now, from the next run on. */
async function approve(db: WorkspaceDb, change: SchemaChangeRow): Promise<void> {
  const { source_connection_id: id, stream_key: key, diff } = change;
  if (diff.table !== null) {
    await selectStream(db, id, key, diff.table === 'added');
    if (diff.table === 'added' && (await countSelected(db, id)) > SELECTION_MAX)
      throw new Refusal('too_many_selected', { values: { count: SELECTION_MAX } });
  } else if (!(await canApprove(db, change))) throw new Refusal('schema_change_needs_settings');
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

/** Whether the table can be synced as it is now: its key, cursor, and filter still fit. */
export async function canApprove(db: WorkspaceDb, change: SchemaChangeRow): Promise<boolean> {
  if (change.diff.table !== null) return true;
  const found = await findStreamWithSettings(db, change.source_connection_id, change.table_name);
  if (!found) return true;
  const { columns, primary_key: primaryKey } = found.stream;
  return !needsOtherSettings(found.settings, { columns, primaryKey });
}

/** Closes pending changes that someone has decided by selecting new tables or deselecting changed ones. */
export async function closeBySelection(
  db: WorkspaceDb,
  sourceConnectionId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  by: string,
): Promise<void> {
  for (const change of await listPendingChanges(db, sourceConnectionId)) {
    const isNew = change.diff.table === 'added';
    if (isNew && add.includes(change.table_name)) await close(db, change, 'approved', by);
    if (!isNew && remove.includes(change.table_name)) await close(db, change, 'ignored', by);
  }
}

/** Lists the pending changes of tables that need other settings. */
export async function listBlockedChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<SchemaChangeRow[]> {
  const blocked: SchemaChangeRow[] = [];
  for (const change of await listPendingChanges(db, sourceConnectionId))
    if (!(await canApprove(db, change))) blocked.push(change);
  return blocked;
}

/** Closes those whose tables have got settings that fit, because whoever chose them knew the change. */
export async function closeBySettings(
  db: WorkspaceDb,
  blocked: readonly SchemaChangeRow[],
  by: string,
): Promise<void> {
  for (const change of blocked) if (await canApprove(db, change)) await close(db, change, 'approved', by);
}

async function close(
  db: WorkspaceDb,
  change: SchemaChangeRow,
  state: 'approved' | 'ignored',
  by: string,
): Promise<void> {
  await decideChange(db, change.id, { state, by, impact: await currentImpact(db, change) });
}

/** Returns what a pending change hits now, which may be more than when it was found. */
export async function currentImpact(db: WorkspaceDb, change: SchemaChangeRow) {
  const all = await listDependencies(db, change.source_connection_id);
  const own = all.filter(({ tableName }) => tableName === '' || tableName === change.table_name);
  return impactOf(change.diff, change.breaking, own);
}
