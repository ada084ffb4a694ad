import { sql, type Kysely } from 'kysely';

/** A version keeps the name of whoever saved it, also when that account is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saved_query_versions drop constraint saved_query_versions_saved_by_fkey`.execute(db);
  await sql`alter table saved_query_versions alter column saved_by set not null`.execute(db);
}
