import type { DuckDBConnection } from '@duckdb/node-api';
import type { StreamColumn } from '../protocol/protocol.ts';
import { plainDigits } from './decimal-text.ts';
import { identifier } from './sql.ts';

/** The most digits that DECIMAL holds. */
const DIGITS = 38;

/**
 * Gives each column of unbounded numbers the smallest DECIMAL that holds all of its values. Where one has more digits
 * or is no number at all (NaN, Infinity), the column stays text, as the source wrote it.
 */
export async function settleDecimals(
  connection: DuckDBConnection,
  columns: readonly StreamColumn[],
): Promise<StreamColumn[]> {
  const settled: StreamColumn[] = [];
  for (const column of columns)
    settled.push(column.encoding === 'widest_decimal' ? await settle(connection, column) : column);
  return settled;
}

async function settle(connection: DuckDBConnection, column: StreamColumn): Promise<StreamColumn> {
  const name = identifier(column.name);
  const reader = await connection.runAndReadAll(`
    SELECT
      coalesce(max(length(ltrim(split_part(${name}, '.', 1), '-0'))), 0),
      coalesce(max(length(split_part(${name}, '.', 2))), 0),
      count(*) FILTER (${name} IS NOT NULL AND NOT regexp_full_match(${name}, '${plainDigits('')}'))
    FROM stage.main.data`);
  const [digits, scale, odd] = reader.getRows()[0]!.map(Number) as [number, number, number];
  if (odd > 0 || digits + scale > DIGITS)
    return { ...column, kind: 'text', type: 'VARCHAR', encoding: 'value' };
  const type = `DECIMAL(${digits + scale > 18 ? DIGITS : 18},${scale})`;
  await connection.run(`ALTER TABLE stage.main.data ALTER ${name} TYPE ${type}`);
  return { ...column, kind: 'number', type, encoding: 'value' };
}
