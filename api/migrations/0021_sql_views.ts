import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Views are the tables of a connection that the product makes itself, one in each workspace. Like a deleted one, only
  // what reads tables may find it.
  sql`
    create or replace view source_connections with (security_invoker = true) as
    select workspace_id, id, name, connector, configuration, address, setup, lifecycle, schema_state, schema_failure,
      discovery_started_at, discovered_at, version, last_run_number, last_lease_token, created_at, accepts_shrinking,
      configured_at, setup_at, setup_failure, schema_at, pause, change_policy, versions_kept, version_days
    from all_source_connections where deleted_at is null and connector <> 'views'`,
  sql`create unique index one_connection_of_views on all_source_connections (workspace_id) where connector = 'views'`,
  sql`
    alter table table_versions
      -- Of a view: the tables that its rows come from, each with the version that was read and the masks that it had.
      add column made_of jsonb`,
  sql`
    create table sql_views (
      workspace_id text not null,
      -- The table that readers see.
      id text not null,
      sql text not null,
      -- Counts the edits; what If-Match carries.
      version integer not null default 1,
      -- Somebody waits for a refresh: a user's name at that time.
      requested_by text,
      -- The versions of its tables as of the last refresh, by table ID. Null if there was none since the last edit.
      attempted jsonb,
      -- Names in lower case that no table had.
      waits_for text[] not null default '{}',
      -- When a refresh is tried again that failed for reasons that pass.
      retry_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, id) references tables (workspace_id, id) on delete cascade
    )`,
  sql`
    create table sql_view_inputs (
      workspace_id text not null,
      view_id text not null,
      -- What the statement calls it.
      schema_name text not null,
      name text not null,
      table_id text not null,
      primary key (workspace_id, view_id, schema_name, name),
      foreign key (workspace_id, view_id) references sql_views (workspace_id, id) on delete cascade,
      foreign key (workspace_id, table_id) references tables (workspace_id, id) on delete cascade
    )`,
  sql`create index views_of_table on sql_view_inputs (workspace_id, table_id)`,
  sql`
    create table sql_view_refreshes (
      workspace_id text not null,
      id text not null,
      view_id text not null,
      -- Of the file that it writes.
      token integer not null,
      state text not null check (state in ('running', 'succeeded', 'failed')),
      -- A user's name at that time. Null if its tables had changed.
      requested_by text,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      -- Until when its worker counts as alive.
      alive_until timestamptz not null,
      version integer,
      rows bigint,
      failure jsonb,
      primary key (workspace_id, id),
      foreign key (workspace_id, view_id) references sql_views (workspace_id, id) on delete cascade
    )`,
  sql`create unique index one_running_refresh on sql_view_refreshes (workspace_id, view_id) where state = 'running'`,
  sql`create index refreshes_of_view on sql_view_refreshes (workspace_id, view_id, started_at desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  for (const table of ['sql_views', 'sql_view_inputs', 'sql_view_refreshes'])
    await protectByWorkspace(db, table);
}
