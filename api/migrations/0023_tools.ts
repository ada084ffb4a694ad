import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // What people have set up in a tool, under a name.
  sql`
    create table tool_setups (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      tool text not null,
      name text not null,
      config jsonb not null,
      after_sync boolean not null default false,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`,
  sql`create unique index tool_setups_by_name on tool_setups (workspace_id, tool, lower(name))`,
  sql`create index tool_setups_after_sync on tool_setups (workspace_id) where after_sync`,
  // The tables that a setup reads in their current versions.
  sql`
    create table tool_setup_tables (
      workspace_id text not null,
      setup_id text not null,
      table_id text not null,
      -- The version for which it has run by itself, or from which on it does.
      seen_version integer,
      primary key (workspace_id, setup_id, table_id),
      foreign key (workspace_id, setup_id) references tool_setups (workspace_id, id) on delete cascade,
      foreign key (workspace_id, table_id) references tables (workspace_id, id) on delete cascade
    )`,
  sql`create index tool_setups_of_table on tool_setup_tables (workspace_id, table_id)`,
  sql`
    create table tool_runs (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      tool text not null,
      setup_id text,
      config jsonb not null,
      -- It reads only a part of the rows, to try the tool.
      is_sample boolean not null,
      -- Who started it. Null if a sync did.
      started_by text,
      started_by_id text,
      state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'canceled')),
      -- How often a process has begun it.
      attempts integer not null default 0,
      share double precision not null default 0,
      -- How many tables it has read. If one of them is deleted, so is what the run shows of it.
      tables_read integer not null default 0,
      outcome text check (outcome in ('clean', 'found')),
      figures jsonb,
      result jsonb,
      error jsonb,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, setup_id) references tool_setups (workspace_id, id) on delete cascade
    )`,
  sql`create index tool_runs_by_time on tool_runs (workspace_id, tool, created_at desc)`,
  sql`create index tool_runs_of_setup on tool_runs (workspace_id, setup_id, created_at desc)`,
  sql`create index tool_runs_by_age on tool_runs (created_at)`,
  // The versions that a run has read.
  sql`
    create table tool_run_tables (
      workspace_id text not null,
      run_id text not null,
      table_id text not null,
      version integer not null,
      -- What decides whether the version may still be shown after columns were masked.
      columns jsonb not null,
      loaded_with jsonb,
      primary key (workspace_id, run_id, table_id, version),
      foreign key (workspace_id, run_id) references tool_runs (workspace_id, id) on delete cascade,
      foreign key (workspace_id, table_id) references tables (workspace_id, id) on delete cascade
    )`,
  sql`create index tool_runs_of_table on tool_run_tables (workspace_id, table_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  for (const table of ['tool_setups', 'tool_setup_tables', 'tool_runs', 'tool_run_tables'])
    await protectByWorkspace(db, table);
}
