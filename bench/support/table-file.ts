import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';

/** Opens the only table of a product's data in this process, as `data`, with one thread, as the product uses one. */
export async function openTableFile(data: string): Promise<DuckDBConnection> {
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
  const file = files.find((name) => /[/\\]v-\d+\.duckdb$/.test(name));
  if (file === undefined) throw new Error(`No version of a table is in ${data}.`);
  const options = { access_mode: 'READ_ONLY', threads: '1' };
  const connection = await (await DuckDBInstance.create(path.join(data, file), options)).connect();
  await connection.run(`set TimeZone = 'UTC'`);
  return connection;
}
