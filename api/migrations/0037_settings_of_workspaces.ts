import { sql, type Kysely } from 'kysely';

/** Workspaces that are older keep what they have had: each member's own time zone, and weeks from Monday. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      add column time_zone text,
      add column currency text check (currency ~ '^[A-Z]{3}$'),
      add column week_start text not null default 'monday' check (week_start in ('monday', 'sunday'))`.execute(
    db,
  );
}
