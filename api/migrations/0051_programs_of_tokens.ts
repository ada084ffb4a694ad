import { sql, type Kysely } from 'kysely';

/** What a program that used a token calls itself, so that people see whether the one that they set up has arrived. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table service_account_tokens add column last_used_by text`.execute(db);
}
