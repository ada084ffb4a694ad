import type { DuckDBConnection } from '@duckdb/node-api';
import { joinOperands } from '../../../query/join-operands.ts';
import { identifier } from '../../../sql/sql.ts';
import type { KeyOverlap, KeyOverlapsRequest } from '../messages.ts';

/** Looks for some values of columns of one table in columns of another. */
export async function keyOverlaps(
  connection: DuckDBConnection,
  schemas: { left: string; right: string },
  { pairs, rows }: KeyOverlapsRequest,
): Promise<KeyOverlap[]> {
  const found: KeyOverlap[] = [];
  for (const { left, right } of pairs) {
    const [value, other] = joinOperands(
      { sql: identifier(left.name), type: left.type },
      { sql: `r.${identifier(right.name)}`, type: right.type },
    );
    const reader = await connection.runAndReadAll(`
      with sampled as materialized (
        select distinct ${value} as value from (
          select ${identifier(left.name)} from ${schemas.left}.main.data
          where ${identifier(left.name)} is not null using sample reservoir(${rows} rows) repeatable (1)
        )
      ), partners as (
        select ${other} as value, count(*) as rows
        from ${schemas.right}.main.data r semi join sampled on ${other} = sampled.value group by 1
      )
      select (select count(*) from sampled), count(*), coalesce(max(rows), 0) from partners`);
    const [values, both, mostRows] = reader.getRows()[0]!.map(Number);
    found.push({ values: values!, found: both!, mostRows: mostRows! });
  }
  return found;
}
