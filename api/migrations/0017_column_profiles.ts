import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  sql`
    create table table_profiles (
      workspace_id text not null,
      table_id text not null,
      version integer not null,
      state text not null check (state in ('queued', 'running', 'complete', 'failed')),
      -- Somebody has asked for it. Otherwise, it's made because the version is the current one.
      requested boolean not null default false,
      -- How many rows were read. Null if all were.
      sampled_rows bigint,
      -- Why it failed: a word.
      fault text,
      created_at timestamptz not null default now(),
      -- Until when its worker counts as alive.
      alive_until timestamptz,
      profiled_at timestamptz,
      primary key (workspace_id, table_id, version),
      foreign key (workspace_id, table_id, version)
        references table_versions (workspace_id, table_id, version) on delete cascade
    )`,
  sql`create index open_profiles on table_profiles (created_at) where state in ('queued', 'running')`,
  sql`
    create table column_profiles (
      workspace_id text not null,
      table_id text not null,
      version integer not null,
      column_name text not null,
      -- What is known about its values. Null if that couldn't be found out.
      facts jsonb,
      -- Why not: a word.
      fault text,
      primary key (workspace_id, table_id, version, column_name),
      foreign key (workspace_id, table_id, version)
        references table_profiles (workspace_id, table_id, version) on delete cascade,
      check ((facts is null) <> (fault is null))
    )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'table_profiles');
  await protectByWorkspace(db, 'column_profiles');
}
