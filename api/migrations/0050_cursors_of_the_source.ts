import { sql, type Kysely } from 'kysely';

/** A source can tell which rows are new by something that isn't a column: see `SYSTEM_CURSORS`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table streams add column system_cursor text`.execute(db);
}
