import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AllTables } from './database.ts';

/**
 * A SELECT that sets its own scope (`app.ws`), for the reads that each request begins with: one trip to the server
 * instead of four for a transaction. The lateral reference to the scope has PostgreSQL evaluate it first; were it not
 * so, row-level security would show nothing. On the pool the setting is gone with the statement, in a transaction
 * with that.
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
