import { sql, type Kysely } from 'kysely';

const statements = [
  // Since when the connection misses its freshness target. Null while it is on time.
  sql`alter table connection_schedules add column late_since timestamptz`,
  // How many rows the table had after the run, and how many of them are NULL, by column. Null if the run didn't count them.
  sql`alter table sync_run_streams add column table_rows bigint, add column null_counts jsonb`,
  sql`
    update sync_run_streams set table_rows = rows_loaded
    where state = 'complete' and mode = 'full_refresh_overwrite'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
