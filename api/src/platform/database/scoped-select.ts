import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AllTables } from './database.ts';

/**
 * Runs a SELECT that sets its own scope (`app.ws`), for the reads that each request begins with: one round
 * trip to the server instead of the four of a transaction. The lateral reference makes PostgreSQL evaluate
 * the scope first. Otherwise, row-level security would show nothing. The setting ends with the statement on
 * the pool, and with the transaction in a transaction.
 */
export async function scopedSelect<Row>(
  on: Kysely<AllTables>,
  scope: string,
  query: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with scope as materialized (select set_config('app.ws', ${scope}, true) as ws)
    select found.*
    from scope cross join lateral (
      select each.* from (${query}) as each where scope.ws is not null offset 0
    ) as found`.execute(on);
  return rows;
}
