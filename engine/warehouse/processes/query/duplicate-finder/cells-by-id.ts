import type { DuckDBConnection } from '@duckdb/node-api';
import { examplesStatement } from '../../../sql/rows-statement.ts';
import type { PageColumn } from '../../../sql/page-column.ts';
import type { DiffExample } from '../messages.ts';

/** Reads rows by ID, with their values shortened. */
export async function cellsById(
  connection: DuckDBConnection,
  schema: string,
  shown: readonly PageColumn[],
  ids: readonly number[],
): Promise<Map<number, DiffExample>> {
  if (ids.length === 0) return new Map();
  const found = await connection.runAndReadAll(examplesStatement(schema, shown, ids, []));
  return new Map(
    found.getRows().map(([id, cells]) => [Number(id), JSON.parse(String(cells)) as DiffExample]),
  );
}
