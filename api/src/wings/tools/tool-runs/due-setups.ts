import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';

/** A setup with a table that has a new version. */
export interface DueSetup {
  workspaceId: string;
  id: string;
}

/** How many are started at a time. */
const AT_ONCE = 50;

/**
 * Lists setups that are to run by themselves because a table has a version that they haven't seen, unless its
 * connection is being synced: then there may be more new versions in a moment.
 */
export function listDueSetups(database: Database): Promise<DueSetup[]> {
  return installationTransaction(database, async (db) => {
    const { rows } = await sql<DueSetup>`
      select setup.workspace_id as "workspaceId", setup.id
      from tool_setups setup
      where setup.after_sync and ${isLiveWorkspace('setup.workspace_id')} and exists (
        select from tool_setup_tables link
        join tables on tables.workspace_id = link.workspace_id and tables.id = link.table_id
        where link.workspace_id = setup.workspace_id and link.setup_id = setup.id
          and tables.current_version is distinct from link.seen_version
          and tables.current_version is not null
      ) and not exists (
        select from tool_setup_tables link
        join tables on tables.workspace_id = link.workspace_id and tables.id = link.table_id
        join sync_runs run on run.workspace_id = tables.workspace_id
          and run.source_connection_id = tables.source_connection_id
        where link.workspace_id = setup.workspace_id and link.setup_id = setup.id
          and run.state in ('running', 'canceling')
      )
      order by setup.workspace_id, setup.id limit ${AT_ONCE}`.execute(db);
    return rows;
  });
}
