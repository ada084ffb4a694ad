import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { filterSql } from '../../query/filter-sql.ts';
import { literal } from '../../sql/sql.ts';
import type { QueryFault, QueryFile } from './messages.ts';
import { CurrenciesMixed } from './query-fault.ts';

/** What the engine says about a file that isn't as it was written. It has a checksum in each block. */
const CORRUPT = /corrupt|checksum|not a valid DuckDB database/i;

/** The version's file was deleted. */
class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** The version's file isn't as it was written. */
class FileAltered extends Error {
  override readonly name = 'FileAltered';
}

/** Attaches a version's file, read-only, as `schema`. */
export async function attachVersion(
  connection: DuckDBConnection,
  { path, bytes }: QueryFile,
  schema: string,
): Promise<void> {
  const { size } = await stat(path).catch((cause) => {
    throw new FileGone('The version file doesn’t exist.', { cause });
  });
  if (size !== bytes) throw new FileAltered(`The version file has ${size} bytes instead of ${bytes}.`);
  await connection.run(`attach ${literal(path)} as ${schema} (read_only)`);
}

/** Returns the condition for the rows of a file that may be read. Null for all of them. */
export const visibleRows = ({ only }: QueryFile): string | null =>
  only ? filterSql(only.filter, only.columns) : null;

/** Makes a schema that is like the one of an attached file, but has only the rows for which a condition holds. */
export async function attachRows(
  connection: DuckDBConnection,
  { from, where, schema }: { from: string; where: string; schema: string },
): Promise<void> {
  await connection.run(`attach ':memory:' as ${schema}`);
  await connection.run(
    `create view ${schema}.main.data as select rowid, * from ${from}.main.data where ${where}`,
  );
}

/** Returns why a statement on version files has failed. */
export function faultOf(error: Error): QueryFault {
  if (error instanceof FileGone) return 'gone';
  if (error instanceof FileAltered || CORRUPT.test(error.message)) return 'altered';
  if (/^Out of Memory/i.test(error.message)) return 'memory';
  if (error instanceof CurrenciesMixed) return 'currencies';
  if (/^Out of Range Error/.test(error.message)) return 'overflow';
  if (/^INTERRUPT/.test(error.message)) return 'interrupted';
  return /^(FATAL|INTERNAL)/.test(error.message) ? 'fatal' : 'failed';
}
