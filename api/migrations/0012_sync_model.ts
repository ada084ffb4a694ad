import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

/**
 * The model of incremental, scheduled, and versioned syncs. What people chose for a stream moves from `streams`, which
 * every discovery replaces, to `stream_settings`, which outlives a stream that is dropped and returns. A version's
 * files move to `version_files`.
 */
const statements = [
  // Identifies a stream whatever its table is called: an uploaded file by its upload, all others by their names.
  sql`alter table streams add column stream_key text`,
  sql`
    update streams set stream_key = coalesce(
      source ->> 'uploadId',
      '[' || coalesce(to_json(namespace)::text, 'null') || ',' || to_json(name)::text || ']'
    )`,
  sql`alter table streams alter column stream_key set not null`,
  sql`create unique index one_stream on streams (workspace_id, source_connection_id, stream_key)`,
  sql`
    create table stream_settings (
      workspace_id text not null,
      source_connection_id text not null,
      stream_key text not null,
      selected boolean not null,
      -- Set if someone deselected it: a file that becomes readable again isn't selected automatically then.
      deselected boolean not null default false,
      sync_mode text not null default 'full_refresh' check (sync_mode in ('full_refresh', 'incremental')),
      destination_sync_mode text not null default 'overwrite'
        check (destination_sync_mode in ('overwrite', 'append', 'append_dedup', 'history')),
      cursor_column text,
      -- The source's own if null.
      key_columns jsonb,
      -- What happens to rows without a cursor value.
      null_cursor text not null default 'load' check (null_cursor in ('load', 'skip', 'fail')),
      -- How far before the last cursor value a read begins: seconds, or units of a number. The type's default if null.
      overlap bigint check (overlap >= 0),
      row_filter jsonb,
      -- The first cursor value of interest.
      start_from text,
      row_cap bigint check (row_cap > 0),
      -- By column: drop, null, partial, or hash.
      masks jsonb not null default '{}',
      updated_at timestamptz not null default now(),
      primary key (workspace_id, source_connection_id, stream_key),
      check (sync_mode = 'full_refresh' or cursor_column is not null),
      foreign key (workspace_id, source_connection_id)
        references source_connections (workspace_id, id) on delete cascade
    )`,
  sql`
    insert into stream_settings (workspace_id, source_connection_id, stream_key, selected, deselected)
    select workspace_id, source_connection_id, stream_key, selected, deselected from streams`,
  sql`alter table streams drop column selected, drop column deselected`,
  // The stream that a table is loaded from. Null for a table whose stream was gone before this was stored.
  sql`alter table tables add column stream_key text`,
  sql`
    update tables set stream_key = streams.stream_key from streams
    where streams.workspace_id = tables.workspace_id
      and streams.source_connection_id = tables.source_connection_id
      and streams.table_name = tables.table_name`,
  sql`create unique index one_table on tables (workspace_id, source_connection_id, stream_key)`,
  sql`
    alter table table_versions
      -- Increases with each load from scratch. Versions of one generation build on each other.
      add column generation integer not null default 1,
      -- The connector's state as of this version, from which the next incremental read continues.
      add column state jsonb,
      -- What the version was loaded with: mode, key, cursor, filter, masks. Another one starts a new generation.
      add column loaded_with jsonb,
      -- When a run last found that the source had no changes since.
      add column checked_at timestamptz,
      -- By column.
      add column null_counts jsonb,
      -- The version whose data it brought back, and a user's name at that time.
      add column restored_from integer,
      add column restored_by text,
      -- When its files were found missing or altered.
      add column damaged_at timestamptz`,
  sql`
    create table version_files (
      workspace_id text not null,
      table_id text not null,
      version integer not null,
      position integer not null,
      role text not null check (role in ('base', 'delta', 'deletes')),
      -- Of the lease that wrote it. Names the file.
      token integer not null,
      -- Null for files from before it was stored.
      sha256 bytea,
      rows bigint not null,
      bytes bigint not null,
      primary key (workspace_id, table_id, version, position),
      foreign key (workspace_id, table_id, version)
        references table_versions (workspace_id, table_id, version) on delete cascade
    )`,
  sql`
    insert into version_files (workspace_id, table_id, version, position, role, token, rows, bytes)
    select workspace_id, table_id, version, 1, 'base', token, rows, bytes from table_versions`,
  sql`alter table table_versions drop column token`,
  sql`
    alter table source_connections
      add column pause jsonb,
      add column change_policy text not null default 'propagate_columns'
        check (change_policy in ('propagate_columns', 'propagate_all', 'approve', 'pause')),
      add column versions_kept integer not null default 3 check (versions_kept between 1 and 50),
      -- Versions that are younger are kept as well.
      add column version_days integer not null default 0 check (version_days between 0 and 90)`,
  sql`
    create table connection_schedules (
      workspace_id text not null,
      source_connection_id text not null,
      kind text not null check (kind in ('manual', 'interval', 'times', 'cron', 'after')),
      -- What belongs to the kind, such as an interval's minutes.
      rule jsonb not null,
      zone text not null,
      -- The truth about the next run. Null if none is planned.
      next_run_at timestamptz,
      -- When the next run was planned.
      planned_at timestamptz not null default now(),
      quiet_hours jsonb,
      overlap text not null default 'skip' check (overlap in ('skip', 'queue')),
      freshness_target_minutes integer check (freshness_target_minutes > 0),
      -- Null for the other kinds, and once that connection is deleted.
      after_connection_id text,
      version integer not null default 1,
      updated_at timestamptz not null default now(),
      primary key (workspace_id, source_connection_id),
      check (kind = 'after' or after_connection_id is null),
      foreign key (workspace_id, source_connection_id)
        references source_connections (workspace_id, id) on delete cascade,
      foreign key (workspace_id, after_connection_id)
        references source_connections (workspace_id, id) on delete set null (after_connection_id)
    )`,
  sql`create index schedules_due on connection_schedules (next_run_at) where next_run_at is not null`,
  sql`create index schedules_after on connection_schedules (workspace_id, after_connection_id)`,
  sql`alter table sync_runs drop constraint sync_runs_trigger_check`,
  sql`
    alter table sync_runs
      add constraint sync_runs_trigger_check
        check (trigger in ('manual', 'first_sync', 'retry', 'schedule', 'after')),
      -- The only tables to read, by name. All selected ones if null.
      add column scope jsonb,
      -- Stored states are ignored.
      add column from_scratch boolean not null default false`,
  sql`
    alter table sync_run_streams
      add column mode text not null default 'full_refresh_overwrite',
      add column rows_deduplicated bigint not null default 0,
      add column rows_filtered bigint not null default 0`,
  sql`
    create table sync_attempts (
      workspace_id text not null,
      run_id text not null,
      number integer not null,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      outcome text check (
        outcome in ('succeeded', 'partially_succeeded', 'incomplete', 'failed', 'cancelled', 'lost', 'interrupted')
      ),
      failure jsonb,
      primary key (workspace_id, run_id, number),
      foreign key (workspace_id, run_id) references sync_runs (workspace_id, id) on delete cascade
    )`,
  sql`
    create table schema_changes (
      workspace_id text not null,
      id text not null,
      source_connection_id text not null,
      stream_key text not null,
      table_name text not null,
      diff jsonb not null,
      breaking boolean not null,
      impact jsonb not null,
      state text not null check (state in ('pending', 'applied', 'approved', 'ignored')),
      found_at timestamptz not null default now(),
      decided_at timestamptz,
      -- A user's name at that time. Null if the policy decided.
      decided_by text,
      primary key (workspace_id, id),
      foreign key (workspace_id, source_connection_id)
        references source_connections (workspace_id, id) on delete cascade
    )`,
  sql`
    create index schema_changes_of_connection
      on schema_changes (workspace_id, source_connection_id, found_at desc)`,
  sql`
    create table dependencies (
      workspace_id text not null,
      -- What uses the table: a saved query, a report, a schedule.
      dependent_type text not null,
      dependent_id text not null,
      table_id text not null,
      -- An empty name stands for the table as a whole.
      column_name text not null default '',
      primary key (workspace_id, dependent_type, dependent_id, table_id, column_name),
      foreign key (workspace_id, table_id) references tables (workspace_id, id) on delete cascade
    )`,
  sql`create index dependencies_of_table on dependencies (workspace_id, table_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  for (const table of [
    'stream_settings',
    'version_files',
    'connection_schedules',
    'sync_attempts',
    'schema_changes',
    'dependencies',
  ])
    await protectByWorkspace(db, table);
}
