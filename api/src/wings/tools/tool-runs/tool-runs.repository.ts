import { sql, type Selectable } from 'kysely';
import type { ErrorObject, ToolRunAttributes } from '@headwater/shared/contract';
import type { Actor } from '../../../http/principal.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import { allows, stateAfter } from '../../../platform/database/transitions.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { columnsMaskedSince, type ReadableVersion } from '../../tables/tables/index.ts';
import { TOOL_RUN } from './tool-run.states.ts';
import type { ToolConfig, ToolFindings } from './tools.ts';
import './tool-runs.tables.ts';

export type ToolRunRow = Selectable<WorkspaceTables['tool_runs']>;

/** How long runs are kept, and how many of each setup at most. */
const DAYS_KEPT = 90;
const RUNS_KEPT = 200;

const runsOf = (db: WorkspaceDb, tool: string) =>
  db.selectFrom('tool_runs').selectAll().where('workspace_id', '=', db.workspaceId).where('tool', '=', tool);

/** When a run was started, as exactly as JavaScript has it. */
const MOMENT = sql`date_trunc('milliseconds', created_at)`;

/** Which runs of a tool are listed. */
interface Listed {
  setupId?: string;
  /** The table that they have read. */
  tableId?: string;
  /** The last one that was seen: when it was started, in milliseconds, and its ID. */
  before: { createdAt: number; id: string } | null;
  limit: number;
}

/** Lists a tool's runs, newest first. */
export function listRuns(db: WorkspaceDb, tool: string, listed: Listed): Promise<ToolRunRow[]> {
  const { setupId, tableId, before, limit } = listed;
  return runsOf(db, tool)
    .$if(setupId !== undefined, (query) => query.where('setup_id', '=', setupId!))
    .$if(tableId !== undefined, (query) => query.where(hasRead(tableId!)))
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(${MOMENT}, id) < (to_timestamp(${before!.createdAt}::float8 / 1000), ${before!.id})`,
      ),
    )
    .orderBy(MOMENT, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

const hasRead = (tableId: string) => sql<boolean>`exists (
  select from tool_run_tables link where link.workspace_id = tool_runs.workspace_id
    and link.run_id = tool_runs.id and link.table_id = ${tableId})`;

export async function countRuns(
  db: WorkspaceDb,
  tool: string,
  { setupId, tableId }: Pick<Listed, 'setupId' | 'tableId'>,
): Promise<number> {
  const { total } = await db
    .selectFrom('tool_runs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspace_id', '=', db.workspaceId)
    .where('tool', '=', tool)
    .$if(setupId !== undefined, (query) => query.where('setup_id', '=', setupId!))
    .$if(tableId !== undefined, (query) => query.where(hasRead(tableId!)))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export const findRun = (db: WorkspaceDb, tool: string, id: string): Promise<ToolRunRow | undefined> =>
  runsOf(db, tool).where('id', '=', id).executeTakeFirst();

/** Returns the newest run of each setup that read all rows, by setup. */
export async function lastRuns(
  db: WorkspaceDb,
  setupIds: readonly string[],
): Promise<Map<string, ToolRunRow>> {
  const { rows } = await sql<ToolRunRow & { setup_id: string }>`
    select run.* from unnest(${[...setupIds]}::text[]) as setups(id),
    lateral (
      select * from tool_runs
      where workspace_id = ${db.workspaceId} and setup_id = setups.id and not is_sample
      order by created_at desc, id desc limit 1
    ) run`.execute(db);
  return new Map(rows.map((run) => [run.setup_id, run]));
}

export interface RunTable {
  table: ToolRunAttributes['tables'][number];
  /**
   * The version isn't the current one, and columns were masked since. Of a view, also the current one may be; once its
   * version is gone, nobody knows.
   */
  isMasked: boolean;
}

/** Lists the versions that a run has read, as far as their tables exist. */
export async function listRunTables(db: WorkspaceDb, runId: string): Promise<RunTable[]> {
  const { rows } = await sql<RunTable>`
    select jsonb_build_object('id', tables.id, 'sourceConnectionId', connection.id,
        'sourceConnectionName', connection.name, 'tableName', tables.table_name, 'version', found.version,
        'isCurrent', coalesce(found.version = tables.current_version, false)) as "table",
      case connection.connector
        when 'views' then found.is_gone or cardinality(${columnsMaskedSince}) > 0
        else found.version is distinct from tables.current_version and cardinality(${columnsMaskedSince}) > 0
      end as "isMasked"
    from (
      select used.*, kept.made_of, kept.version is null as is_gone
      from tool_run_tables used left join table_versions kept
        on kept.workspace_id = used.workspace_id and kept.table_id = used.table_id and kept.version = used.version
    ) found
    join tables on tables.workspace_id = found.workspace_id and tables.id = found.table_id
    join all_source_connections connection
      on connection.workspace_id = tables.workspace_id and connection.id = tables.source_connection_id
    where found.workspace_id = ${db.workspaceId} and found.run_id = ${runId}
    order by tables.table_name collate alphabetical, found.version`.execute(db);
  return rows;
}

const isOpen = allows(TOOL_RUN, 'canceled');

/** Waits for others who start runs in the workspace, until the transaction ends, and counts those that aren't over. */
export async function countOpenRuns(db: WorkspaceDb): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tool runs ${db.workspaceId}`}, 0))`.execute(db);
  const { total } = await db
    .selectFrom('tool_runs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspace_id', '=', db.workspaceId)
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return Number(total);
}

interface NewRun {
  tool: string;
  setupId: string | null;
  config: ToolConfig;
  isSample: boolean;
  /** Null if a sync has started it. */
  startedBy: Actor | null;
}

export async function insertRun(
  db: WorkspaceDb,
  id: string,
  { tool, setupId, config, isSample, startedBy }: NewRun,
): Promise<void> {
  await db
    .insertInto('tool_runs')
    .values({
      ...{ workspace_id: db.workspaceId, id, tool },
      setup_id: setupId,
      config: JSON.stringify(config),
      is_sample: isSample,
      started_by: startedBy?.name ?? null,
      started_by_id: startedBy?.id ?? null,
    })
    .execute();
}

/** Begins a run, for the first time or because the process that ran it is gone. Undefined if it isn't wanted anymore. */
export async function beginRun(db: WorkspaceDb, id: string): Promise<ToolRunRow | undefined> {
  return db
    .updateTable('tool_runs')
    .set({
      state: stateAfter(TOOL_RUN, 'begun'),
      attempts: sql<number>`attempts + 1`,
      share: 0,
      started_at: sql<Date>`coalesce(started_at, now())`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where(allows(TOOL_RUN, 'begun'))
    .returningAll()
    .executeTakeFirst();
}

/** Stores which versions a run reads. */
export async function storeRunTables(
  db: WorkspaceDb,
  id: string,
  versions: readonly ReadableVersion[],
): Promise<void> {
  const run = sql`workspace_id = ${db.workspaceId} and run_id = ${id}`;
  await sql`delete from tool_run_tables where ${run}`.execute(db);
  for (const { tableId, version } of versions)
    await sql`
      insert into tool_run_tables (workspace_id, run_id, table_id, version, columns, loaded_with)
      select workspace_id, ${id}, table_id, version,
        (select coalesce(jsonb_agg(jsonb_build_object('name', one ->> 'name')), '[]') from jsonb_array_elements(columns) one),
        jsonb_build_object('masks', loaded_with -> 'masks')
      from table_versions
      where workspace_id = ${db.workspaceId} and table_id = ${tableId} and version = ${version}
      on conflict do nothing`.execute(db);
  await sql`
    update tool_runs set tables_read = (select count(*) from tool_run_tables where ${run})
    where workspace_id = ${db.workspaceId} and id = ${id}`.execute(db);
}

/** What becomes of a run that a process has begun. */
type Change =
  | { event: 'progressed'; share: number }
  | { event: 'returned' }
  | { event: 'done'; findings: ToolFindings }
  | { event: 'failed'; error: ErrorObject };

/**
 * Stores what has become of a run. Returns false, and stores nothing, if it isn't wanted anymore, or another process has
 * begun it since.
 */
export async function updateRun(
  db: WorkspaceDb,
  { id, attempts }: Pick<ToolRunRow, 'id' | 'attempts'>,
  change: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tool_runs')
    .set({ state: stateAfter(TOOL_RUN, change.event), ...valuesOf(change) })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where(allows(TOOL_RUN, change.event))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function valuesOf(change: Change) {
  const ended_at = sql<Date>`now()`;
  switch (change.event) {
    case 'progressed':
      return { share: change.share };
    case 'returned':
      // Isn't the run's fault.
      return { attempts: sql<number>`attempts - 1` };
    case 'failed':
      return { error: JSON.stringify(change.error), ended_at };
    case 'done': {
      const { outcome, figures, result } = change.findings;
      return {
        ...{ share: 1, outcome, ended_at },
        figures: JSON.stringify(figures),
        result: JSON.stringify(result),
      };
    }
  }
}

/** Cancels a run. Returns whether it wasn't over. */
export async function cancelRun(db: WorkspaceDb, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tool_runs')
    .set({ state: stateAfter(TOOL_RUN, 'canceled'), ended_at: sql<Date>`now()` })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where(isOpen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes runs that are old, that are many, or that show a table that is gone. */
export async function deleteOldRuns(db: InstallationDb): Promise<void> {
  await sql`
    delete from tool_runs where not ${isOpen} and (
      created_at < now() - make_interval(days => ${DAYS_KEPT})
      or tables_read > (select count(*) from tool_run_tables link
        where link.workspace_id = tool_runs.workspace_id and link.run_id = tool_runs.id)
      or (workspace_id, id) in (
        select workspace_id, id from (
          select workspace_id, id,
            row_number() over (partition by workspace_id, tool, setup_id order by created_at desc) as place
          from tool_runs
        ) numbered where place > ${RUNS_KEPT}))`.execute(db);
}
