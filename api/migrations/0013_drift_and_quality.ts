import { sql, type Kysely } from 'kysely';

const statements = [
  // Since when the connection misses its freshness target. Null while it is on time.
  sql`alter table connection_schedules add column late_since timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
