import { sql, type Kysely } from 'kysely';

const statements = [
  // What has changed at a source is in schema_changes.
  sql`drop table stream_changes`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
