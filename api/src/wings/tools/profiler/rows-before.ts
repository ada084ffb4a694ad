import { sql } from 'kysely';
import type { Services } from '../../../http/services.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import type { ReadableVersion } from '../../tables/tables/index.ts';

/** Returns how many rows the version before had. Null if there was none, or nothing is known of it anymore. */
export function rowsBefore(
  { database }: Services,
  workspaceId: string,
  { tableId, version }: ReadableVersion,
): Promise<number | null> {
  return workspaceTransaction(database, workspaceId, async (db) => {
    const { rows } = await sql<{ rows: number }>`
      select rows from table_versions
      where workspace_id = ${workspaceId} and table_id = ${tableId} and version < ${version}
      order by version desc limit 1`.execute(db);
    return rows[0]?.rows ?? null;
  });
}
