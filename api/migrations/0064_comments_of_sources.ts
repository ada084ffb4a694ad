import { sql, type Kysely } from 'kysely';

/**
 * What a source says itself about its tables and columns, as `{table, columns: {name: text}}`: of what it offers, and of
 * each table that was loaded from it, as it was last known. Empty until the source is listed again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table streams add column comments jsonb not null default '{}'`.execute(db);
  await sql`alter table tables add column comments jsonb not null default '{}'`.execute(db);
}
