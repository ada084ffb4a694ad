import { sql, type Kysely } from 'kysely';

/** Whose id it is, its prefix says: a person may be renamed or leave, and not only people start runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sync_runs add column started_by_id text`.execute(db);
}
