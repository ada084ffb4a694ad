import type { DuckDBConnection } from '@duckdb/node-api';
import { partsOf } from '@headwater/base/parts';
import { valueText } from '../../../sql/rows-statement.ts';
import { identifier } from '../../../sql/sql.ts';
import type { JsonStructureRequest, JsonStructureResult } from '../messages.ts';
import { StructureOf } from './structure-of.ts';

/** Longer texts aren't looked into. */
const LONGEST = 1024 ** 2;

/** So many rows are fetched at a time, and so many bytes in all are looked at. */
const ROWS_AT_ONCE = 100;
const BYTES_MAX = 32 * 1024 ** 2;

/** Looks into some values of a column of JSON for what they're made of. */
export async function jsonStructure(
  connection: DuckDBConnection,
  schema: string,
  { column, rows }: JsonStructureRequest,
): Promise<JsonStructureResult> {
  const name = identifier(column.name);
  const all = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  const sampled = await all(`
    select rowid from (select rowid, ${name} from ${schema}.main.data where ${name} is not null)
    using sample reservoir(${rows} rows) repeatable (1)`);
  const ids = sampled.map(([id]) => Number(id)).sort((a, b) => a - b);
  const structure = new StructureOf();
  let bytes = 0;
  for (const some of partsOf(ids, { items: ROWS_AT_ONCE })) {
    if (bytes > BYTES_MAX) break;
    const text = valueText(column);
    const values = await all(`
      select if(strlen(${name}::varchar) > ${LONGEST}, null, ${text}) from ${schema}.main.data
      where rowid in (${some.join(', ')}) and rowid between ${some[0]} and ${some.at(-1)}`);
    for (const [value] of values) {
      bytes += value === null ? 0 : String(value).length;
      structure.add(value === null ? null : String(value));
    }
  }
  return structure.result();
}
