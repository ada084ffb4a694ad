import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuplicatesRequest, DuplicatesResult } from '../messages.ts';
import { equalRows } from './equal-rows.ts';
import { similarRows } from './similar-rows.ts';

/** Finds groups of rows that are alike. Temporary tables are gone afterwards. */
export async function findDuplicates(
  connection: DuckDBConnection,
  schema: string,
  request: DuplicatesRequest,
): Promise<DuplicatesResult> {
  const { similar } = request;
  return similar
    ? similarRows(connection, schema, { ...request, similar })
    : equalRows(connection, schema, request);
}
