import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Files of rows that are prepared in the background, or are ready, for the person who asked for them.
  sql`
    create table row_exports (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      table_id text not null,
      user_id text not null references users on delete cascade,
      version integer not null,
      format text not null check (format in ('xlsx', 'parquet')),
      -- Which rows and columns, as a URL has them.
      asked jsonb not null,
      file_name text not null,
      -- How many rows it will have, and how many match but don't fit.
      rows bigint not null,
      left_out bigint not null,
      state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
      -- How often a process has begun it.
      attempts integer not null default 0,
      -- Which share of it is written, from 0 to 1.
      share double precision not null default 0,
      bytes bigint,
      error jsonb,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null default now() + interval '24 hours',
      primary key (workspace_id, id),
      foreign key (workspace_id, table_id) references tables (workspace_id, id) on delete cascade
    )`,
  sql`create index row_exports_of_user on row_exports (workspace_id, user_id)`,
  sql`create index row_exports_of_table on row_exports (workspace_id, table_id)`,
  sql`create index row_exports_by_expiry on row_exports (expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'row_exports');
}
