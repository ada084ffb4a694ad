import { sql, type Kysely } from 'kysely';

/** A table that somebody has switched off stays off: until now a file that couldn't be read forgot it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table streams add column deselected boolean not null default false`.execute(db);
}
