import { sql, type Kysely } from 'kysely';

/** States with the checks and indexes that name them. */
const CHANGES = [
  sql`alter table connection_checks drop constraint connection_checks_state_check`,
  sql`alter table sync_attempts drop constraint sync_attempts_outcome_check`,
  sql`alter table sync_runs drop constraint sync_runs_state_check`,
  sql`drop index one_active_run, runs_to_do`,
  sql`update connection_checks set state = 'canceled' where state = 'cancelled'`,
  sql`update sync_attempts set outcome = 'canceled' where outcome = 'cancelled'`,
  sql`
    update sync_runs set state = case state when 'cancelled' then 'canceled' else 'canceling' end
    where state in ('cancelled', 'cancelling')`,
  sql`
    alter table connection_checks
      add check (state in ('running', 'succeeded', 'failed', 'canceled'))`,
  sql`
    alter table sync_attempts add check (
      outcome in ('succeeded', 'partially_succeeded', 'incomplete', 'failed', 'canceled', 'lost', 'interrupted'))`,
  sql`
    alter table sync_runs add check (
      state in ('pending', 'queued', 'running', 'succeeded', 'partially_succeeded', 'incomplete', 'failed',
        'canceling', 'canceled'))`,
  sql`
    create unique index one_active_run on sync_runs (workspace_id, source_connection_id)
      where state in ('pending', 'queued', 'running', 'canceling', 'incomplete')`,
  sql`create index runs_to_do on sync_runs (state) where state in ('queued', 'running', 'canceling', 'incomplete')`,
  sql`alter table workspace_invitations rename cancelled_at to canceled_at`,
];

/** Columns with what went wrong, which a cancellation may be. */
const FAILURES = [
  ['all_source_connections', 'schema_failure'],
  ['all_source_connections', 'setup_failure'],
  ['sql_view_refreshes', 'failure'],
  ['sync_attempts', 'failure'],
  ['sync_run_streams', 'failure'],
  ['sync_runs', 'failure'],
] as const;

/** What was canceled has one spelling, in states, in failures, and in names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of CHANGES) await change.execute(db);
  for (const [table, column] of FAILURES)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = jsonb_set(${sql.ref(column)}, '{code}', '"canceled"')
      where ${sql.ref(column)} ->> 'code' = 'cancelled'`.execute(db);
}
