import type { DuckDBConnection } from '@duckdb/node-api';
import { commentsOf, type SourceComments } from '@headwater/protocol/source-comments';
import { literal } from '@headwater/warehouse/sql';
import type { KnownFile } from '../file-format.ts';

/** Where Spark keeps its schema, whose fields have comments. */
const OF_SPARK = 'org.apache.spark.sql.parquet.row.metadata';
/** What is written about a whole file has one of these names. */
const OF_FILE = ['description', 'comment'];
const MOST_BYTES = 4 * 1024 ** 2;

/** Returns what a file's own notes say about it and its columns. `names` has the column of each of its fields. */
export async function commentsIn(
  connection: DuckDBConnection,
  file: KnownFile,
  names: ReadonlyMap<string, string>,
): Promise<SourceComments> {
  const wanted = [OF_SPARK, ...OF_FILE].map(literal).join(', ');
  const reader = await connection.runAndReadAll(`
    select decode(key), decode(value) from parquet_kv_metadata(${literal(file.path)})
    where octet_length(value) <= ${MOST_BYTES} and key in (select encode(one) from unnest([${wanted}]) wanted (one))`);
  const notes = new Map(reader.getRowsJS().map(([key, value]) => [String(key), String(value)]));
  const ofFile = OF_FILE.map((name) => notes.get(name)).find((text) => text !== undefined);
  return commentsOf(
    ofFile,
    fieldsOf(notes.get(OF_SPARK)).flatMap(({ name, metadata }) => {
      const column = names.get(String(name));
      return column === undefined ? [] : [[column, metadata?.comment] as const];
    }),
  );
}

interface SparkField {
  name?: unknown;
  metadata?: { comment?: unknown } | null;
}

/** What isn't Spark's JSON says nothing. */
function fieldsOf(text: string | undefined): SparkField[] {
  try {
    const { fields } = JSON.parse(text ?? '{}') as { fields?: unknown };
    return Array.isArray(fields) ? fields.filter((field) => typeof field === 'object' && field !== null) : [];
  } catch {
    return [];
  }
}
