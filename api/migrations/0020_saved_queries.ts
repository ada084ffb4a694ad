import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // How a document that uses a table is called. A connection whose schedule follows is asked for its own name.
  sql`alter table dependencies add column dependent_name text`,
  // SQL that people have saved for each other, with every version of it.
  sql`
    create table saved_queries (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      name text not null,
      -- The newest one.
      version integer not null default 1,
      primary key (workspace_id, id)
    )`,
  sql`create unique index saved_queries_by_name on saved_queries (workspace_id, lower(name))`,
  sql`
    create table saved_query_versions (
      workspace_id text not null,
      saved_query_id text not null,
      version integer not null,
      name text not null,
      description text not null,
      sql text not null,
      -- The values of its parameters when it was saved: those it's opened with.
      parameters jsonb not null,
      saved_by text references users on delete set null,
      saved_at timestamptz not null default now(),
      -- The version that came back with this one.
      restored_version integer,
      primary key (workspace_id, saved_query_id, version),
      foreign key (workspace_id, saved_query_id) references saved_queries (workspace_id, id) on delete cascade
    )`,
  // What someone has run, for nobody but them.
  sql`
    create table sql_runs (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      user_id text not null references users on delete cascade,
      sql text not null,
      parameters jsonb not null,
      outcome text not null check (outcome in ('succeeded', 'failed', 'canceled')),
      -- What was wrong, as it was said then.
      error jsonb,
      -- How many rows it returned. Null unless it succeeded.
      rows integer,
      -- From its start to its last row, or to its end.
      milliseconds integer not null,
      started_at timestamptz not null,
      primary key (workspace_id, id)
    )`,
  sql`create index sql_runs_of_user on sql_runs (workspace_id, user_id, started_at desc, id desc)`,
  sql`create index sql_runs_by_age on sql_runs (started_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  for (const table of ['saved_queries', 'saved_query_versions', 'sql_runs'])
    await protectByWorkspace(db, table);
}
