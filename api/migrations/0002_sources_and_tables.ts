import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  sql`
    create table source_connections (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      name text not null,
      connector text not null,
      -- Free of secrets; those are in connection_secrets.
      configuration jsonb not null,
      address text not null,
      setup text not null check (setup in ('draft', 'unverified', 'connected', 'broken')),
      lifecycle text not null default 'active' check (lifecycle in ('active', 'paused', 'deleting')),
      schema_state text not null default 'unknown'
        check (schema_state in ('unknown', 'discovering', 'ready', 'discover_failed')),
      schema_failure jsonb,
      discovery_started_at timestamptz,
      discovered_at timestamptz,
      -- Counts the edits; what If-Match carries.
      version integer not null default 1,
      last_run_number integer not null default 0,
      -- Each taking of a run's lease raises it: no two attempts share a token, nor a file's name.
      last_lease_token integer not null default 0,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`,
  sql`
    create table connection_secrets (
      workspace_id text not null,
      source_connection_id text not null,
      field text not null,
      sealed bytea not null,
      primary key (workspace_id, source_connection_id, field),
      foreign key (workspace_id, source_connection_id)
        references source_connections (workspace_id, id) on delete cascade
    )`,
  sql`
    create table streams (
      workspace_id text not null,
      source_connection_id text not null,
      table_name text not null,
      namespace text,
      name text not null,
      columns jsonb not null,
      primary_key jsonb not null,
      estimated_rows bigint,
      estimated_bytes bigint,
      problem jsonb,
      -- The connector's own note to itself.
      source jsonb not null,
      selected boolean not null,
      primary key (workspace_id, source_connection_id, table_name),
      foreign key (workspace_id, source_connection_id)
        references source_connections (workspace_id, id) on delete cascade
    )`,
  sql`
    create table connection_checks (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      state text not null check (state in ('running', 'succeeded', 'failed', 'cancelled')),
      steps jsonb not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`,
  sql`
    create table uploads (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      file_name text not null,
      bytes bigint not null,
      sha256 text not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`,
  sql`
    create table tables (
      workspace_id text not null,
      id text not null,
      source_connection_id text not null,
      table_name text not null,
      -- The pointer: which of its versions a reader gets. Null until the first is committed.
      current_version integer,
      -- The last run of this table failed; the version shown is the last good one.
      stale boolean not null default false,
      primary key (workspace_id, id),
      unique (workspace_id, source_connection_id, table_name),
      foreign key (workspace_id, source_connection_id)
        references source_connections (workspace_id, id) on delete cascade
    )`,
  sql`
    create table table_versions (
      workspace_id text not null,
      table_id text not null,
      version integer not null,
      run_id text not null,
      -- Of the lease under which the file was written: its name in the warehouse.
      token integer not null,
      rows bigint not null,
      bytes bigint not null,
      columns jsonb not null,
      primary_key jsonb not null,
      committed_at timestamptz not null default now(),
      primary key (workspace_id, table_id, version),
      foreign key (workspace_id, table_id) references tables (workspace_id, id) on delete cascade
    )`,
  sql`
    create table sync_runs (
      workspace_id text not null,
      id text not null,
      source_connection_id text not null,
      number integer not null,
      state text not null check (state in ('pending', 'queued', 'running', 'succeeded', 'partially_succeeded',
        'incomplete', 'failed', 'cancelling', 'cancelled')),
      trigger text not null check (trigger in ('manual', 'first_sync', 'retry')),
      started_by text,
      attempt integer not null default 0,
      failure jsonb,
      retry_at timestamptz,
      -- The lease, by the database's clock. A commit under another token is refused.
      lease_token integer,
      lease_until timestamptz,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, source_connection_id)
        references source_connections (workspace_id, id) on delete cascade
    )`,
  sql`
    create unique index one_active_run on sync_runs (workspace_id, source_connection_id)
      where state in ('pending', 'queued', 'running', 'cancelling', 'incomplete')`,
  sql`create index runs_of_connection on sync_runs (workspace_id, source_connection_id, number desc)`,
  sql`create index runs_to_do on sync_runs (state) where state in ('queued', 'running', 'cancelling', 'incomplete')`,
  sql`
    create table sync_run_streams (
      workspace_id text not null,
      run_id text not null,
      table_name text not null,
      state text not null check (state in ('pending', 'running', 'rate_limited', 'complete', 'incomplete')),
      phase text not null check (phase in ('waiting', 'reading', 'loading', 'committing', 'done')),
      rows_read bigint not null default 0,
      rows_loaded bigint not null default 0,
      rows_rejected bigint not null default 0,
      estimated_rows bigint,
      failure jsonb,
      primary key (workspace_id, run_id, table_name),
      foreign key (workspace_id, run_id) references sync_runs (workspace_id, id) on delete cascade
    )`,
  sql`
    create table rejected_rows (
      workspace_id text not null,
      run_id text not null,
      position bigint generated always as identity,
      table_name text not null,
      line bigint,
      column_name text,
      reason text not null,
      raw text not null,
      primary key (workspace_id, run_id, position),
      foreign key (workspace_id, run_id) references sync_runs (workspace_id, id) on delete cascade
    )`,
];

const TENANT_TABLES = [
  'source_connections',
  'connection_secrets',
  'streams',
  'connection_checks',
  'uploads',
  'tables',
  'table_versions',
  'sync_runs',
  'sync_run_streams',
  'rejected_rows',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  for (const table of TENANT_TABLES) await protectByWorkspace(db, table);
}
