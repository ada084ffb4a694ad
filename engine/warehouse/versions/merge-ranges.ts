import type { DuckDBConnection } from '@duckdb/node-api';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { isList, isText, statisticsStatement } from '../sql/rows-statement.ts';

/** Row IDs from `from` up to, and without, `to`. Null stands for all rows. */
export type Range = { from: number; to: number } | null;

/** The engine handles this many values of a column at once. */
const VECTOR = 2_048;
/** The most bytes of the longest values that it may handle at once. */
const MOST_BYTES = 64 * 1024 ** 2;

/** Returns the parts in which a table's rows are copied: all at once, or if its values are large, its row groups. */
export async function mergeRanges(
  connection: DuckDBConnection,
  schema: string,
  columns: readonly StreamColumn[],
): Promise<Range[]> {
  const texts = columns.filter(isText);
  const hasLists = columns.some(isList);
  const longest = texts.length === 0 ? 0 : await longestRow(connection, schema, texts);
  if (!hasLists && longest * VECTOR <= MOST_BYTES) return [null];
  const reader = await connection.runAndReadAll(`
    select row_group_id, sum(count) from pragma_storage_info('${schema}.main.data')
    where column_id = 0 and segment_type <> 'VALIDITY' group by 1 order by 1`);
  let from = 0;
  const ranges = reader.getRows().map(([, count]) => {
    const range = { from, to: from + Number(count) };
    from = range.to;
    return range;
  });
  return ranges.length === 0 ? [null] : ranges;
}

/** Returns the sum of the columns' longest values, in bytes. */
async function longestRow(
  connection: DuckDBConnection,
  schema: string,
  texts: readonly StreamColumn[],
): Promise<number> {
  const reader = await connection.runAndReadAll(statisticsStatement(schema, texts));
  const statistics = (reader.getRowsJson()[0] ?? []) as string[];
  return statistics.reduce((sum, text) => sum + Number(/Max String Length: (\d+)/.exec(text)?.[1] ?? 0), 0);
}
