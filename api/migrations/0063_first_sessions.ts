import { sql, type Kysely } from 'kysely';

/** A session that goes on under a new ID, after its user has proved again who they are, knows which one it began as. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column first_id text collate "C"`.execute(db);
  await sql`update sessions set first_id = id`.execute(db);
  await sql`alter table sessions alter column first_id set not null`.execute(db);
  await sql`create index sessions_by_first_id on sessions (first_id)`.execute(db);
}
