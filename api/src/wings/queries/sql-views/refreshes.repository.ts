import type { SqlViewRefreshResource } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { REFRESHES_KEPT } from './due-refreshes.ts';
import './sql-views.tables.ts';

/** Lists a view's refreshes, newest first. */
export async function listRefreshes(db: WorkspaceDb, viewId: string): Promise<SqlViewRefreshResource[]> {
  const rows = await db
    .selectFrom('sql_view_refreshes')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('view_id', '=', viewId)
    .orderBy('started_at', 'desc')
    .limit(REFRESHES_KEPT)
    .execute();
  return rows.map((row) => ({
    type: 'sql_view_refreshes',
    id: row.id,
    attributes: {
      state: row.state,
      requestedBy: row.requested_by,
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      version: row.version,
      rows: row.rows,
      zone: row.zone,
      failure: row.failure,
    },
  }));
}
