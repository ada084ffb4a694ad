import { sql, type Kysely } from 'kysely';

const statements = [
  // A version that was read but not adopted, because the table had collapsed: waits for somebody's decision.
  sql`alter table tables add column held_version integer`,
  sql`alter table source_connections add column accepts_shrinking boolean not null default false`,
  sql`
    alter table sync_runs
      -- Attempts by what they came to; what decides whether there is another one.
      add column attempts_with_progress integer not null default 0,
      add column attempts_without_progress integer not null default 0,
      add column attempts_without_progress_in_a_row integer not null default 0,
      -- The attempt under way has brought at least one table to its end.
      add column progressed boolean not null default false,
      add column leased_at timestamptz,
      -- Past this moment an attempt is stopped and none follows.
      add column deadline timestamptz`,
  // Which workspace was served last.
  sql`create index runs_by_lease on sync_runs (workspace_id, leased_at)`,
  // Columns that the source has and the table hasn't, as the attempt found them.
  sql`alter table sync_run_streams add column new_columns text[] not null default '{}'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
