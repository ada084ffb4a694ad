import { sql, type Kysely } from 'kysely';

/** The query of a view runs in the workspace's zone, or in its own. What was made before was made in UTC. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sql_view_refreshes add column zone text`.execute(db);
}
