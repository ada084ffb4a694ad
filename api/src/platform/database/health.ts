import { sql } from 'kysely';
import { queriesOf, type Database } from './database.ts';

/** Whether the store responds. */
export async function isReachable(database: Database): Promise<boolean> {
  return sql`select 1`.execute(queriesOf(database)).then(
    () => true,
    () => false,
  );
}
