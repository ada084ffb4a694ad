import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '../sql/sql.ts';

export interface RowCounts {
  rows: number;
  /** How many rows have NULL, by column. */
  nullCounts: Record<string, number>;
}

/** So many values are read faster than their statistics. */
const FEW_VALUES = 100_000;

/**
 * Counts the rows of the attached `stage`, and the NULLs of each column, after a checkpoint. The statistics that the
 * checkpoint has written tell which columns can have any, and only those are read, unless there are few rows.
 */
export async function countRows(
  connection: DuckDBConnection,
  columns: readonly { name: string }[],
  expectedRows: number,
): Promise<RowCounts> {
  const hasFewValues = expectedRows * columns.length <= FEW_VALUES;
  const full = hasFewValues ? NONE : await columnsWithoutNulls(connection);
  const counted = columns.filter(({ name }) => !full.has(name));
  const counts = ['*', ...counted.map(({ name }) => identifier(name))].map((what) => `count(${what})`);
  const found = await connection.runAndReadAll(`select ${counts.join(', ')} from stage.main.data`);
  const [rows = 0, ...values] = found.getRows()[0]!.map(Number);
  const nulls = new Map(counted.map(({ name }, at) => [name, rows - values[at]!]));
  return { rows, nullCounts: Object.fromEntries(columns.map(({ name }) => [name, nulls.get(name) ?? 0])) };
}

const NONE: ReadonlySet<string> = new Set();

async function columnsWithoutNulls(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const known = await connection.runAndReadAll(`
    select column_name from pragma_storage_info('stage.main.data') where segment_type = 'VALIDITY'
    group by column_name having bool_and(stats like '%Has Null: false%')`);
  return new Set(known.getRows().map(([name]) => String(name)));
}
