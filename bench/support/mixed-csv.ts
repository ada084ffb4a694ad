import type { DuckDBConnection } from '@duckdb/node-api';

/** The columns of `mixed-table.ts`, about 217 bytes per row. */
const ROW = `
  n as id,
  uuid() as token,
  'Customer ' || n % 50000 as name,
  if(n % 11 = 0, null, 'customer' || n % 50000 || '@example.com') as email,
  (n * 1.0001)::decimal(18, 4) as amount,
  n % 100 as quantity,
  n / 7.0::double as weight,
  n % 3 = 0 as is_paid,
  (timestamp '2020-01-01 00:00:00' + to_microseconds((n * 1000007)::bigint))::varchar || '+00' as placed_at,
  date '2020-01-01' + (n % 2000)::integer as due_on,
  '{"tags": [' || n % 3 || ', "x"], "channel": ' || n % 5 || '}' as details,
  if(n % 13 = 0, E'two\\nlines, "quoted"', 'note ' || n) as note`;

/** Writes a CSV file with as many rows. With `isIrregular`, its decimals have a comma, so every row must be rewritten. */
export async function writeMixedCsv(
  connection: DuckDBConnection,
  path: string,
  rows: number,
  isIrregular: boolean,
): Promise<void> {
  const columns = isIrregular ? `* replace (replace(amount::varchar, '.', ',') as amount)` : '*';
  await connection.run(`
    copy (select ${columns} from (select ${ROW} from range(1, ${rows + 1}) t(n))) to '${path}'
    (header, delimiter ',', quote '"', escape '"', nullstr '')`);
}
