import { sql, type Kysely } from 'kysely';

/** How a file is read is detected: whoever chooses tables sees what was, and may say otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table streams add column findings jsonb not null default '[]'`.execute(db);
}
