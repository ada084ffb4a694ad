import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { StreamBefore } from './source-connections.tables.ts';

/** By table. */
export async function listStreamChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<Map<string, StreamBefore | null>> {
  const rows = await db
    .selectFrom('stream_changes')
    .select(['table_name', 'before'])
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .orderBy('table_name')
    .execute();
  return new Map(rows.map(({ table_name, before }) => [table_name, before]));
}

/** Keeps exactly these; none once somebody has taken note of them. */
export async function replaceStreamChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
  changes: ReadonlyMap<string, StreamBefore | null>,
): Promise<void> {
  await db
    .deleteFrom('stream_changes')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  const rows = [...changes].map(([table_name, before]) => ({
    workspace_id: db.workspaceId,
    source_connection_id: sourceConnectionId,
    table_name,
    before: before && JSON.stringify(before),
  }));
  for (let at = 0; at < rows.length; at += 1_000)
    await db
      .insertInto('stream_changes')
      .values(rows.slice(at, at + 1_000))
      .execute();
}
