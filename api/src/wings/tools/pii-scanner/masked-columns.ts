import { sql } from 'kysely';
import type { Services } from '../../../http/services.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';

/** Lists the columns of a table that its connection masks from its next sync on, if it doesn't already. */
export function maskedColumns(
  { database }: Services,
  workspaceId: string,
  tableId: string,
): Promise<string[]> {
  return workspaceTransaction(database, workspaceId, async (db) => {
    const { rows } = await sql<{ name: string }>`
      select masks.name from tables
      join stream_settings settings on settings.workspace_id = tables.workspace_id
        and settings.source_connection_id = tables.source_connection_id
        and settings.stream_key = tables.stream_key,
      jsonb_each_text(settings.masks) as masks(name, mask)
      where tables.workspace_id = ${workspaceId} and tables.id = ${tableId}
      order by masks.name collate alphabetical`.execute(db);
    return rows.map(({ name }) => name);
  });
}
