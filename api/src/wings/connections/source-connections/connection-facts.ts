import { sql } from 'kysely';
import type { Failure, RunState, ScheduleKind } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { listSecretFields } from './setup/connection-secrets.repository.ts';

/** What is known about a connection in addition to its own row. */
export interface ConnectionFacts {
  secretFields: readonly string[];
  tables: SelectedTables;
  lastRun: LastRun | null;
  /** How many runs have failed since the last one that loaded something. */
  failedRuns: number;
  schedule: Schedule | null;
  /** Changes at the source that wait for a decision. */
  pendingChanges: number;
}

interface Schedule {
  kind: ScheduleKind;
  nextRunAt: Date | null;
  version: number;
  freshnessTargetMinutes: number | null;
}

/** Only currently selected tables: a table that is no longer selected says nothing about the connection. */
export interface SelectedTables {
  selected: number;
  /** How many have no version yet. */
  missing: number;
  /** How many show an earlier version, because their last run failed. */
  outdated: number;
  /** When the oldest shown version was committed. */
  oldest: Date | null;
  oldestOutdated: Date | null;
  newestOutdated: Date | null;
}

interface LastRun {
  id: string;
  number: number;
  state: RunState;
  startedAt: Date | null;
  wholeStartedAt: Date | null;
  endedAt: Date | null;
  retryAt: Date | null;
  limitedUntil: Date | null;
  tables: number;
  tablesFailed: number;
  causes: number;
  rowsRead: number;
  rowsLoaded: number;
  rowsRejected: number;
  failure: Failure | null;
}

/** The type in JSON as PostgreSQL creates it. */
type InJson<T> = { [Key in keyof T]: T[Key] extends Date | null ? string | null : T[Key] };

interface Found {
  id: string;
  tables: InJson<SelectedTables>;
  lastRun: InJson<LastRun> | null;
  failedRuns: number;
  schedule: InJson<Schedule> | null;
  pendingChanges: number;
}

/** Returns the facts of several connections in one round trip, by ID. */
export async function connectionFacts(
  db: WorkspaceDb,
  ids: readonly string[],
): Promise<Map<string, ConnectionFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Found>`
    select connection.id,
      (select json_build_object(
          'selected', count(*),
          'missing', count(*) filter (where version.version is null),
          'outdated', count(*) filter (where tables.stale),
          'oldest', min(coalesce(version.checked_at, version.committed_at)),
          'oldestOutdated', min(coalesce(version.checked_at, version.committed_at)) filter (where tables.stale),
          'newestOutdated', max(coalesce(version.checked_at, version.committed_at)) filter (where tables.stale))
        from streams join stream_settings settings using (workspace_id, source_connection_id, stream_key)
        left join tables using (workspace_id, source_connection_id, table_name)
        left join table_versions version on version.workspace_id = tables.workspace_id
          and version.table_id = tables.id and version.version = tables.current_version
        where streams.workspace_id = ${db.workspaceId} and streams.source_connection_id = connection.id
          and settings.selected) as tables,
      (select json_build_object(
          'id', run.id, 'number', run.number, 'state', run.state, 'startedAt', run.started_at,
          'wholeStartedAt', (
            select max(coalesce(leased_at, started_at)) from sync_runs
            where workspace_id = run.workspace_id and source_connection_id = connection.id and scope is null),
          'endedAt', run.ended_at,
          'retryAt', run.retry_at, 'failure', run.failure, 'tables', totals.tables, 'tablesFailed', totals.failed,
          'causes', totals.causes, 'limitedUntil', totals.limited,
          'rowsRead', totals.read, 'rowsLoaded', totals.loaded, 'rowsRejected', totals.rejected)
        from sync_runs run, lateral (
          select
            count(*) as tables,
            count(*) filter (where is_failed) as failed,
            count(distinct failure ->> 'message') filter (where is_failed) as causes,
            -- Only if the source makes all tables wait that are being read.
            case when count(*) filter (where state = 'running') = 0
              then min(limited_until) filter (where state = 'rate_limited') end as limited,
            coalesce(sum(rows_read), 0) as read,
            coalesce(sum(rows_loaded) filter (where state = 'complete'), 0) as loaded,
            coalesce(sum(rows_rejected) filter (where state = 'complete'), 0) as rejected
          from sync_run_streams,
            lateral (
              select state = 'incomplete' and failure ->> 'type' <> 'manual_cancellation' as is_failed
            ) verdict
          where workspace_id = run.workspace_id and run_id = run.id
        ) totals
        where run.workspace_id = ${db.workspaceId} and run.source_connection_id = connection.id
        order by run.number desc limit 1) as "lastRun",
      (select count(*) from sync_runs
        where workspace_id = ${db.workspaceId} and source_connection_id = connection.id and state = 'failed'
          and number > coalesce((
            select number from sync_runs
            where workspace_id = ${db.workspaceId} and source_connection_id = connection.id
              and state in ('succeeded', 'partially_succeeded')
            order by number desc limit 1), 0))::int as "failedRuns",
      (select count(*) from schema_changes
        where workspace_id = ${db.workspaceId} and source_connection_id = connection.id
          and state = 'pending')::int as "pendingChanges",
      (select json_build_object(
          'kind', schedule.kind, 'nextRunAt', schedule.next_run_at, 'version', schedule.version,
          'freshnessTargetMinutes', schedule.freshness_target_minutes)
        from connection_schedules schedule
        where schedule.workspace_id = ${db.workspaceId}
          and schedule.source_connection_id = connection.id) as schedule
    from unnest(${[...ids]}::text[]) as connection (id)`.execute(db);
  const secrets = await listSecretFields(db, ids);
  return new Map(
    rows.map(({ id, tables, lastRun, failedRuns, pendingChanges, schedule }) => {
      const secretFields = secrets.get(id) ?? [];
      const facts = {
        secretFields,
        tables: withDates(tables),
        lastRun: lastRun && runWithDates(lastRun),
        failedRuns,
        pendingChanges,
        schedule: schedule && { ...schedule, nextRunAt: date(schedule.nextRunAt) },
      };
      return [id, facts];
    }),
  );
}

const date = (text: string | null) => (text === null ? null : new Date(text));

const withDates = (tables: InJson<SelectedTables>): SelectedTables => ({
  ...tables,
  oldest: date(tables.oldest),
  oldestOutdated: date(tables.oldestOutdated),
  newestOutdated: date(tables.newestOutdated),
});

const runWithDates = (run: InJson<LastRun>): LastRun => ({
  ...run,
  startedAt: date(run.startedAt),
  wholeStartedAt: date(run.wholeStartedAt),
  endedAt: date(run.endedAt),
  limitedUntil: date(run.limitedUntil),
  retryAt: date(run.retryAt),
});

export async function factsOfOne(db: WorkspaceDb, id: string): Promise<ConnectionFacts> {
  return (await connectionFacts(db, [id])).get(id)!;
}

/** Returns when the data becomes older than its schedule's target; null without data or a target. */
export function lateAt({ schedule, tables: { oldest } }: ConnectionFacts): Date | null {
  if (!oldest || !schedule?.freshnessTargetMinutes) return null;
  return new Date(oldest.getTime() + schedule.freshnessTargetMinutes * 60_000);
}
