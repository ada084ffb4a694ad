import { sqlName, sqlNameOf, type TableQuery } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { alphabetically, filterSql, isAlphabetic } from '@headwater/warehouse';
import type { SqlName } from './sql-names.ts';

/**
 * Returns rows of a table as a statement with names and literals, as people would write it. Rows that are equal in the
 * sort have no order in it, because SQL doesn't know the table's own one.
 */
export function rowSql(
  table: SqlName,
  all: readonly StreamColumn[],
  shown: readonly StreamColumn[],
  query: TableQuery | null,
): string {
  const isAll = shown.length === all.length && shown.every(({ name }, at) => name === all[at]!.name);
  const condition = query && filterSql(query.filter, all);
  const texts = new Set(all.filter(isAlphabetic).map(({ name }) => name));
  const keys = (query?.sort ?? []).map(({ column, descending }) => {
    const name = sqlName(column);
    const sorted = texts.has(column) ? alphabetically(name) : name;
    return `${sorted} ${descending ? 'desc ' : ''}nulls last`;
  });
  return [
    `select ${isAll ? '*' : shown.map(({ name }) => sqlName(name)).join(', ')}`,
    `from ${sqlNameOf(table)}`,
    ...(condition ? [`where ${condition}`] : []),
    ...(keys.length > 0 ? [`order by ${keys.join(', ')}`] : []),
  ].join('\n');
}
