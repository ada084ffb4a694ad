import { sql, type Selectable } from 'kysely';
import type { ToolSetupAttributes } from '@headwater/shared/contract';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { ToolConfig } from './tools.ts';
import './tool-runs.tables.ts';

export interface ToolSetupRow extends Selectable<WorkspaceTables['tool_setups']> {
  tables: ToolSetupAttributes['tables'];
}

const setupsWhere = (db: WorkspaceDb, condition: ReturnType<typeof sql>) => sql<ToolSetupRow>`
  select tool_setups.*, coalesce((
    select jsonb_agg(jsonb_build_object('id', tables.id, 'sourceConnectionId', connection.id,
      'sourceConnectionName', connection.name, 'tableName', tables.table_name) order by tables.table_name collate alphabetical)
    from tool_setup_tables link
    join tables on tables.workspace_id = link.workspace_id and tables.id = link.table_id
    join all_source_connections connection
      on connection.workspace_id = tables.workspace_id and connection.id = tables.source_connection_id
    where link.workspace_id = tool_setups.workspace_id and link.setup_id = tool_setups.id
  ), '[]') as tables
  from tool_setups where tool_setups.workspace_id = ${db.workspaceId} and ${condition}
  order by tool_setups.name collate alphabetical`;

/** Lists the setups of a tool by name, or only those that read a table. */
export async function listSetups(
  db: WorkspaceDb,
  tool: string,
  tableId: string | null = null,
): Promise<ToolSetupRow[]> {
  const reads = sql`(${tableId}::text is null or exists (
    select from tool_setup_tables link where link.workspace_id = tool_setups.workspace_id
      and link.setup_id = tool_setups.id and link.table_id = ${tableId}))`;
  return (await setupsWhere(db, sql`tool_setups.tool = ${tool} and ${reads}`).execute(db)).rows;
}

/** Lists the setups of all tools that ran last, over all rows, the latest first. */
export async function listSetupsLastRun(db: WorkspaceDb, limit: number): Promise<ToolSetupRow[]> {
  const { rows: ran } = await sql<{ id: string }>`
    select setup_id as id from tool_runs
    where workspace_id = ${db.workspaceId} and setup_id is not null and not is_sample
    group by setup_id order by max(created_at) desc limit ${limit}`.execute(db);
  const ids = ran.map(({ id }) => id);
  const { rows } = await setupsWhere(db, sql`tool_setups.id = any(${ids}::text[])`).execute(db);
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export async function findSetup(
  db: WorkspaceDb,
  tool: string,
  id: string,
): Promise<ToolSetupRow | undefined> {
  const { rows } = await setupsWhere(db, sql`tool_setups.tool = ${tool} and tool_setups.id = ${id}`).execute(
    db,
  );
  return rows[0];
}

/** Waits for others who change setups of the workspace, until the transaction ends. */
export async function lockSetups(db: WorkspaceDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tool setups ${db.workspaceId}`}, 0))`.execute(
    db,
  );
}

export interface SavedSetup {
  name: string;
  config: ToolConfig;
  afterSync: boolean;
  /** The tables that it reads in their current versions. */
  tableIds: readonly string[];
}

export async function insertSetup(
  db: WorkspaceDb,
  id: string,
  tool: string,
  { name, config, afterSync, tableIds }: SavedSetup,
): Promise<void> {
  await db
    .insertInto('tool_setups')
    .values({
      ...{ workspace_id: db.workspaceId, id, tool, name },
      config: JSON.stringify(config),
      after_sync: afterSync,
    })
    .execute();
  await linkTables(db, id, tableIds);
}

export async function updateSetup(
  db: WorkspaceDb,
  id: string,
  { name, config, afterSync, tableIds }: SavedSetup,
): Promise<void> {
  await db
    .updateTable('tool_setups')
    .set({
      name,
      config: JSON.stringify(config),
      after_sync: afterSync,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('tool_setup_tables')
    .where('workspace_id', '=', db.workspaceId)
    .where('setup_id', '=', id)
    .execute();
  await linkTables(db, id, tableIds);
}

export async function deleteSetup(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .deleteFrom('tool_setups')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** A setup runs by itself from the next version on. */
async function linkTables(db: WorkspaceDb, id: string, tableIds: readonly string[]): Promise<void> {
  await sql`
    insert into tool_setup_tables (workspace_id, setup_id, table_id, seen_version)
    select workspace_id, ${id}, id, current_version from tables
    where workspace_id = ${db.workspaceId} and id = any(${[...new Set(tableIds)]}::text[])`.execute(db);
}
