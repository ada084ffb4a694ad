import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Until when the source makes the table wait. Only has a meaning while it's rate limited.
  await sql`alter table sync_run_streams add column limited_until timestamptz`.execute(db);
}
