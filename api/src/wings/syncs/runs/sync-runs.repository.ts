import { sql, type Selectable } from 'kysely';
import type { Failure, RunState, SyncRunAttributes } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { Actor } from '../../../http/principal.ts';
import { getSourceConnection, type StreamRow } from '../../connections/source-connections/index.ts';
import { deleteRejections } from './rejected-rows.repository.ts';
import { isEnded, type Tries } from './run.ts';
import type { SyncRunStreamTable, SyncRunTable } from './sync.tables.ts';

export type SyncRunRow = Selectable<SyncRunTable>;
export type SyncRunStreamRow = Omit<Selectable<SyncRunStreamTable>, 'null_counts' | 'bytes_written'>;

const ACTIVE: readonly RunState[] = ['pending', 'queued', 'running', 'canceling', 'incomplete'];

/** A table that a run is to read. One that was already tried keeps its phase. */
type PlannedStream = Pick<StreamRow, 'table_name' | 'estimated_rows'> & {
  phase?: SyncRunStreamRow['phase'] | undefined;
};

interface NewRun {
  id: string;
  sourceConnectionId: string;
  trigger: SyncRunAttributes['trigger'];
  /** Null for runs that start automatically. */
  startedBy: Actor | null;
  /** The only tables to read, by name. All selected ones without it. */
  tables?: readonly string[] | undefined;
  /** Reads everything again. */
  fromScratch?: boolean | undefined;
}

/** Inserts a queued run with the next number of its connection. */
export async function insertRun(
  db: WorkspaceDb,
  run: NewRun,
  streams: readonly PlannedStream[],
): Promise<void> {
  const { last_run_number: number } = await db
    .updateTable('source_connections')
    .set({ last_run_number: sql<number>`last_run_number + 1` })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', run.sourceConnectionId)
    .returning('last_run_number')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sync_runs')
    .values({
      workspace_id: db.workspaceId,
      id: run.id,
      source_connection_id: run.sourceConnectionId,
      number,
      state: 'queued',
      trigger: run.trigger,
      started_by: run.startedBy?.name ?? null,
      started_by_id: run.startedBy?.id ?? null,
      ...(run.tables && { scope: JSON.stringify(run.tables) }),
      from_scratch: run.fromScratch ?? false,
    })
    .execute();
  await replaceRunStreams(db, run.id, streams);
}

/** Plans exactly these streams for a run that has not begun. */
export async function replaceRunStreams(
  db: WorkspaceDb,
  runId: string,
  streams: readonly PlannedStream[],
): Promise<void> {
  await db
    .deleteFrom('sync_run_streams')
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', '=', runId)
    .execute();
  const rows = streams.map(({ table_name, estimated_rows, phase = 'waiting' as const }) => ({
    workspace_id: db.workspaceId,
    run_id: runId,
    table_name,
    state: 'pending' as const,
    phase,
    estimated_rows,
  }));
  await db.insertInto('sync_run_streams').values(rows).execute();
}

/**
 * Locks the active runs of a workspace before it is deleted. A commit locks its run before its table, so runs
 * come first here too. Otherwise, the two could deadlock.
 */
export async function lockActiveRuns(db: InstallationDb, workspaceId: string): Promise<void> {
  await sql`
    select id from sync_runs where workspace_id = ${workspaceId} and ended_at is null order by id for update`.execute(
    db,
  );
}

/** Locks the runs of the workspace that haven't ended, and returns them. */
export const listActiveRuns = (db: WorkspaceDb): Promise<SyncRunRow[]> =>
  runs(db).where('ended_at', 'is', null).orderBy('id').forUpdate().execute();

function runs(db: WorkspaceDb) {
  return db.selectFrom('sync_runs').selectAll().where('workspace_id', '=', db.workspaceId);
}

export function findActiveRun(db: WorkspaceDb, sourceConnectionId: string): Promise<SyncRunRow | undefined> {
  return runs(db)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('state', 'in', ACTIVE)
    .executeTakeFirst();
}

/** Throws a 404 if the connection has no run with that ID, or was deleted. */
export async function getRun(db: WorkspaceDb, sourceConnectionId: string, id: string): Promise<SyncRunRow> {
  await getSourceConnection(db, sourceConnectionId);
  const row = await runs(db)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Locks the run, so that none of its events can happen until the transaction ends. */
export async function lockRun(db: WorkspaceDb, id: string): Promise<SyncRunRow | undefined> {
  return runs(db).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Which runs to list; all of them without it. */
export interface RunFilter {
  state?: RunState | undefined;
  trigger?: SyncRunAttributes['trigger'] | undefined;
}

/** Lists runs, newest first. */
export function listRuns(
  db: WorkspaceDb,
  sourceConnectionId: string,
  { state, trigger }: RunFilter,
  before: number | null,
  limit: number,
): Promise<SyncRunRow[]> {
  return runs(db)
    .where('source_connection_id', '=', sourceConnectionId)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(trigger !== undefined, (query) => query.where('trigger', '=', trigger!))
    .$if(before !== null, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

export async function countRuns(
  db: WorkspaceDb,
  sourceConnectionId: string,
  { state, trigger }: RunFilter,
): Promise<number> {
  const { count } = await db
    .selectFrom('sync_runs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(trigger !== undefined, (query) => query.where('trigger', '=', trigger!))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What the tables of a run add up to. */
export interface RunTotals {
  rowsRead: number;
  rowsLoaded: number;
  rowsRejected: number;
}

/** Returns the totals of several runs, by ID, without reading the tables of each run. */
export async function totalRuns(db: WorkspaceDb, runIds: readonly string[]): Promise<Map<string, RunTotals>> {
  const { rows } = await sql<RunTotals & { id: string }>`
    select run_id as id, sum(rows_read)::bigint as "rowsRead",
      coalesce(sum(rows_loaded) filter (where state = 'complete'), 0)::bigint as "rowsLoaded",
      coalesce(sum(rows_rejected) filter (where state = 'complete'), 0)::bigint as "rowsRejected"
    from sync_run_streams
    where workspace_id = ${db.workspaceId} and run_id = any(${[...runIds]}::text[])
    group by run_id`.execute(db);
  return new Map(rows.map(({ id, ...totals }) => [id, totals]));
}

/** Everything but what only its quality is judged by, or the table of the workspace's runs says. */
const STREAM_FACTS = [
  'workspace_id',
  'run_id',
  'table_name',
  'state',
  'phase',
  'rows_read',
  'rows_loaded',
  'rows_rejected',
  'rows_deduplicated',
  'rows_filtered',
  'mode',
  'estimated_rows',
  'failure',
  'table_rows',
  'schema_refreshed',
  'limited_until',
] as const satisfies readonly (keyof SyncRunStreamRow)[];

export async function listRunStreams(
  db: WorkspaceDb,
  runIds: readonly string[],
): Promise<Map<string, SyncRunStreamRow[]>> {
  const byRun = new Map<string, SyncRunStreamRow[]>(runIds.map((id) => [id, []]));
  if (runIds.length === 0) return byRun;
  const rows = await db
    .selectFrom('sync_run_streams')
    .select(STREAM_FACTS)
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', 'in', runIds)
    .orderBy(sql`table_name collate alphabetical`)
    .execute();
  for (const row of rows) byRun.get(row.run_id)?.push(row);
  return byRun;
}

export async function updateRun(
  db: WorkspaceDb,
  id: string,
  change: Partial<{
    state: RunState;
    failure: Failure | null;
    retryInSeconds: number | null;
    tries: Tries;
    progressed: true;
    ended: true;
  }>,
): Promise<void> {
  const { state, failure, retryInSeconds, tries, progressed, ended } = change;
  await db
    .updateTable('sync_runs')
    .set({
      ...(state && { state }),
      ...(failure !== undefined && { failure: failure && JSON.stringify(failure) }),
      ...(retryInSeconds !== undefined && {
        retry_at:
          retryInSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${retryInSeconds})`,
      }),
      ...(tries && {
        attempts_with_progress: tries.withProgress,
        attempts_without_progress: tries.withoutProgress,
        attempts_without_progress_in_a_row: tries.withoutProgressInARow,
      }),
      ...(progressed && { progressed }),
      ...(ended && { ended_at: sql<Date>`now()`, lease_until: null }),
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
  if (ended || (state && isEnded(state))) await noteEndedRuns(db);
}

/** Has the table of the workspace's runs made again, if there is one: runs have ended, end differently, or are gone. */
export async function noteEndedRuns(db: WorkspaceDb): Promise<void> {
  // Rows of their own, because transactions that end runs at the same time would wait for a common one.
  await sql`
    insert into run_fact_changes (workspace_id)
    select workspace_id from run_facts where workspace_id = ${db.workspaceId}`.execute(db);
}

export type StreamChange = Partial<
  Pick<
    SyncRunStreamRow,
    | 'state'
    | 'phase'
    | 'rows_read'
    | 'rows_loaded'
    | 'rows_rejected'
    | 'rows_deduplicated'
    | 'rows_filtered'
    | 'mode'
    | 'estimated_rows'
    | 'schema_refreshed'
    | 'limited_until'
    | 'table_rows'
  > & {
    failure: Failure | null;
    null_counts: Readonly<Record<string, number>> | null;
    bytes_written: number;
  }
>;

export async function updateRunStream(
  db: WorkspaceDb,
  runId: string,
  tableName: string,
  change: StreamChange,
): Promise<void> {
  const { failure, null_counts: nulls, ...rest } = change;
  await db
    .updateTable('sync_run_streams')
    .set({
      ...rest,
      ...(failure !== undefined && { failure: failure && JSON.stringify(failure) }),
      ...(nulls !== undefined && { null_counts: nulls && JSON.stringify(nulls) }),
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', '=', runId)
    .where('table_name', '=', tableName)
    .execute();
}

/** Takes a table that is no longer wanted out of a run, with what was rejected of it. */
export async function removeRunStream(db: WorkspaceDb, runId: string, tableName: string): Promise<void> {
  await deleteRejections(db, runId, tableName);
  await db
    .deleteFrom('sync_run_streams')
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', '=', runId)
    .where('table_name', '=', tableName)
    .execute();
}

/** Reopens all streams that are not complete, whatever they failed with. Their phase still says which ones were tried. */
export async function reopenStreams(db: WorkspaceDb, runId: string): Promise<void> {
  await db
    .updateTable('sync_run_streams')
    .set({ state: 'pending', failure: null, schema_refreshed: false })
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', '=', runId)
    .where('state', '<>', 'complete')
    .execute();
}
