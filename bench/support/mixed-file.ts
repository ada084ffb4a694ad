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

export type FileFormat = 'csv' | 'jsonl' | 'parquet';

const OPTIONS: Record<FileFormat, string> = {
  csv: `header, delimiter ',', quote '"', escape '"', nullstr ''`,
  jsonl: 'format json',
  parquet: 'format parquet',
};

interface MixedFile {
  rows: number;
  format: FileFormat;
  /** Decimals have a comma, so every row of a CSV file must be rewritten. */
  isIrregular: boolean;
}

/** Writes a file with as many rows. */
export async function writeMixedFile(
  connection: DuckDBConnection,
  path: string,
  { rows, format, isIrregular }: MixedFile,
): Promise<void> {
  const columns = isIrregular ? `* replace (replace(amount::varchar, '.', ',') as amount)` : '*';
  await connection.run(`
    copy (select ${columns} from (select ${ROW} from range(1, ${rows + 1}) t(n))) to '${path}'
    (${OPTIONS[format]})`);
}
