import type { DuckDBConnection } from '@duckdb/node-api';
import type { FlattenResult } from '@headwater/shared/contract';
import { fieldSql, isThere, isUnfit, itemsSql } from '../../../query/flattened.ts';
import { identifier } from '../../../sql/sql.ts';
import type { FlattenCountsRequest } from '../messages.ts';

/** So many fields are counted at a time. */
const FIELDS_AT_ONCE = 25;

/** Counts exactly what becomes of all values of a column of JSON. */
export async function flattenCounts(
  connection: DuckDBConnection,
  schema: string,
  { column, items, keepEmpty, fields }: FlattenCountsRequest,
): Promise<FlattenResult> {
  const name = identifier(column.name);
  const numbers = async (sql: string) => {
    const [row] = (await connection.runAndReadAll(sql)).getRows();
    return row!.map((value) => Number(value ?? 0));
  };
  const source = `select ${name} as raw, try_cast(${name} as json) as value from ${schema}.main.data`;
  const length = items ? `coalesce(len(${itemsSql('value', items)}), 0)` : '1';
  const [rows, empty, malformed, withoutItems, itemRows] = (await numbers(`
    select count(*), count(*) filter (raw is null), count(*) filter (raw is not null and value is null),
      count(*) filter (length = 0), sum(length)
    from (select *, ${length} as length from (${source}))`)) as [number, number, number, number, number];
  const list = items && itemsSql('value', items);
  const shown = keepEmpty ? `if(${length} = 0, [null::json], ${list})` : list;
  const exploded = list === null ? source : `select value, unnest(${shown}) as item from (${source})`;
  const counted: FlattenResult['fields'] = [];
  for (let from = 0; from < fields.length; from += FIELDS_AT_ONCE) {
    const some = fields.slice(from, from + FIELDS_AT_ONCE);
    const expressions = some.flatMap((field) => {
      const value = field.inItem ? 'item' : 'value';
      const isValue = field.type === 'json' ? `${fieldSql(value, field)} is not null` : isThere(value, field);
      return [`count(*) filter (${isValue})`, `count(*) filter (${isUnfit(value, field)})`];
    });
    const found = await numbers(`select ${expressions.join(', ')} from (${exploded})`);
    counted.push(...some.map((_, at) => ({ values: found[at * 2]!, unfit: found[at * 2 + 1]! })));
  }
  return {
    ...{ rows, empty, malformed, withoutItems },
    rowsAfter: items ? itemRows + (keepEmpty ? withoutItems : 0) : rows,
    fields: counted,
  };
}
