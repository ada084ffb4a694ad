import { sql, type Selectable } from 'kysely';
import type { ScheduleChoices } from '@headwater/shared/contract';
import type { Database } from '../../../platform/database/database.ts';
import { installationSelect } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { ScheduleTable } from './schedules.tables.ts';

export type ScheduleRow = Selectable<ScheduleTable>;

/** Returns a connection's schedule; undefined until someone has saved one. */
export function findSchedule(db: WorkspaceDb, sourceConnectionId: string): Promise<ScheduleRow | undefined> {
  return schedules(db).where('source_connection_id', '=', sourceConnectionId).executeTakeFirst();
}

/** Locks a connection's schedule. Lock the connection first. */
export function lockSchedule(db: WorkspaceDb, sourceConnectionId: string): Promise<ScheduleRow | undefined> {
  return schedules(db).where('source_connection_id', '=', sourceConnectionId).forUpdate().executeTakeFirst();
}

const schedules = (db: WorkspaceDb) =>
  db.selectFrom('connection_schedules').selectAll().where('workspace_id', '=', db.workspaceId);

/** Locks the schedules that wait for another connection's runs. */
export function lockFollowers(db: WorkspaceDb, sourceConnectionId: string): Promise<ScheduleRow[]> {
  return schedules(db)
    .where('after_connection_id', '=', sourceConnectionId)
    .orderBy('source_connection_id')
    .forUpdate()
    .execute();
}

/** Stores what someone has chosen, as the schedule's next version. */
export async function storeSchedule(
  db: WorkspaceDb,
  sourceConnectionId: string,
  choices: ScheduleChoices,
  nextRunAt: number | null,
): Promise<void> {
  const row = { ...columnsOf(choices), next_run_at: dateOrNull(nextRunAt), planned_at: sql<Date>`now()` };
  await db
    .insertInto('connection_schedules')
    .values({ ...row, workspace_id: db.workspaceId, source_connection_id: sourceConnectionId })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'source_connection_id']).doUpdateSet({
        ...row,
        version: sql<number>`connection_schedules.version + 1`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

/** Plans the next run. No edit, so the version stays the same. */
export async function planNext(
  db: WorkspaceDb,
  sourceConnectionId: string,
  nextRunAt: number | null,
): Promise<void> {
  await db
    .updateTable('connection_schedules')
    .set({ next_run_at: dateOrNull(nextRunAt), planned_at: sql<Date>`now()` })
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
}

/** Stores since when a connection misses its freshness target; null once it is on time. */
export async function setLateSince(
  db: WorkspaceDb,
  sourceConnectionId: string,
  since: Date | null,
): Promise<void> {
  await db
    .updateTable('connection_schedules')
    .set({ late_since: since })
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
}

/**
 * Keeps savers of a workspace's chains apart until their transactions end: two that each close half of a circle would
 * both find none. Lock chains before connections.
 */
export async function lockChains(db: WorkspaceDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`schedules of ${db.workspaceId}`}, 0))`.execute(
    db,
  );
}

/** Keeps a connection from being deleted until the transaction ends. Throws a 404 if it already was. */
export async function keepConnection(db: WorkspaceDb, id: string): Promise<void> {
  const { rows } = await sql`
    select from source_connections where workspace_id = ${db.workspaceId} and id = ${id} for key share`.execute(
    db,
  );
  if (rows.length === 0) throw new Refusal('not_found');
}

/** Deletes a connection's schedule. Connections that follow it are no longer started. */
export async function deleteSchedule(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
  await db
    .deleteFrom('connection_schedules')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  await db
    .updateTable('connection_schedules')
    .set({ after_connection_id: null })
    .where('workspace_id', '=', db.workspaceId)
    .where('after_connection_id', '=', sourceConnectionId)
    .execute();
}

/** Returns the connections that a connection waits for, directly and through others. */
export async function listPredecessors(db: WorkspaceDb, sourceConnectionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select ${sourceConnectionId}::text as id
      union
      select schedule.after_connection_id from chain
      join connection_schedules schedule on schedule.workspace_id = ${db.workspaceId}
        and schedule.source_connection_id = chain.id
      where schedule.after_connection_id is not null
    )
    select id from chain`.execute(db);
  return rows.map(({ id }) => id);
}

export interface DueSchedule {
  workspaceId: string;
  sourceConnectionId: string;
}

/**
 * Returns schedules whose next run is due, one of each workspace in turn. One that queues behind an active run is due
 * once that run has ended. A plan from the future was made before the clock was set back and is due for another plan.
 */
export function listDue(database: Database, limit: number): Promise<DueSchedule[]> {
  return installationSelect<DueSchedule>(
    database,
    sql`
      select schedule.workspace_id as "workspaceId", schedule.source_connection_id as "sourceConnectionId"
      from connection_schedules schedule
      where ${isDue} and ${isLiveWorkspace('schedule.workspace_id')} and (schedule.overlap = 'skip' or not exists (
        select from sync_runs run
        where run.workspace_id = schedule.workspace_id
          and run.source_connection_id = schedule.source_connection_id and run.ended_at is null))
      order by row_number() over (partition by schedule.workspace_id order by schedule.next_run_at), schedule.next_run_at
      limit ${limit}`,
  );
}

/** How far a clock may be set back before plans that were made ahead of it are made again. */
const CLOCK_BACK_HOURS = 2;

const isAhead = sql`(schedule.next_run_at is not null
  and schedule.planned_at > now() + make_interval(hours => ${sql.lit(CLOCK_BACK_HOURS)}))`;
const isDue = sql`(schedule.next_run_at <= now() or ${isAhead})`;

/** Locks a due schedule. Returns undefined if it isn't due anymore, because another server was faster. */
export async function lockDue(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<(ScheduleRow & { now: Date; isAhead: boolean }) | undefined> {
  const { rows } = await sql<ScheduleRow & { now: Date; isAhead: boolean }>`
    select schedule.*, now() as now, ${isAhead} as "isAhead" from connection_schedules schedule
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId} and ${isDue}
    for update skip locked`.execute(db);
  return rows[0];
}

/** Returns the database's time, which all servers share, in milliseconds. */
export async function databaseNow(db: WorkspaceDb): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return rows[0]!.now.getTime();
}

const dateOrNull = (at: number | null) => (at === null ? null : new Date(at));

function columnsOf({ kind, zone, quietHours, overlap, freshnessTargetMinutes, ...parts }: ScheduleChoices) {
  const { sourceConnectionId: follows = null, ...after } = parts.after ?? { when: null };
  const rule = kind === 'manual' ? {} : kind === 'after' ? after : parts[kind];
  return {
    kind,
    rule: JSON.stringify(rule),
    zone,
    quiet_hours: quietHours && JSON.stringify(quietHours),
    overlap,
    freshness_target_minutes: freshnessTargetMinutes,
    after_connection_id: follows,
  };
}

/** Returns what people have chosen, as a row stores it. */
export function choicesOf(row: ScheduleRow): ScheduleChoices {
  const part = <Kind extends 'interval' | 'times' | 'cron'>(kind: Kind): ScheduleChoices[Kind] =>
    row.kind === kind ? (row.rule as ScheduleChoices[Kind]) : null;
  const after = row.rule as Omit<NonNullable<ScheduleChoices['after']>, 'sourceConnectionId'>;
  return {
    kind: row.kind,
    interval: part('interval'),
    times: part('times'),
    cron: part('cron'),
    after: row.kind === 'after' ? { sourceConnectionId: row.after_connection_id, ...after } : null,
    zone: row.zone,
    quietHours: row.quiet_hours,
    overlap: row.overlap,
    freshnessTargetMinutes: row.freshness_target_minutes,
  };
}

/** What a connection without a saved schedule has: runs start only by hand. */
export const UNSAVED: ScheduleChoices = {
  kind: 'manual',
  interval: null,
  times: null,
  cron: null,
  after: null,
  zone: 'UTC',
  quietHours: null,
  overlap: 'skip',
  freshnessTargetMinutes: null,
};
