import { sql } from 'kysely';
import { queriesOf, type Database } from './database.ts';

/** Sends each text to everyone who listens to the channel. Touches no table, so it needs no scope. */
export async function notify(
  database: Database,
  channel: string,
  payloads: readonly string[],
): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(
    queriesOf(database),
  );
}
