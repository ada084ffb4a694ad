import { sql, type Kysely } from 'kysely';

const statements = [
  // Says whether keys.json is the one that this data was written with; one row.
  sql`
    create table key_checks (
      singleton boolean primary key default true check (singleton),
      check_value bytea not null
    )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
