import { sqlName, sqlNameOf, type FlattenConfig } from '@headwater/shared/contract';
import { fieldSql, itemsSql } from '@headwater/warehouse';
import type { TableInQuery } from '../tool-runs/index.ts';

/** Returns what becomes of a column of JSON as people write it: one line for each column. */
export function flattenSql(config: FlattenConfig, table: TableInQuery): string {
  const { column, keep, items, fields } = config;
  const alias = sqlName(table.tableName);
  const isJson = table.columns.find(({ name }) => name === column)!.type === 'JSON';
  const document = isJson ? column : freeName('document', keep);
  const item = freeName('item', [...keep, document]);
  const position = freeName('position', [...keep, document, item]);
  const of = (name: string) => `${alias}.${sqlName(name)}`;
  const place = items?.keepEmpty
    ? `case when ${of(item)} is not null then ${of(position)} end`
    : of(position);
  const lines = [
    ...keep.map(of),
    ...(items?.position == null ? [] : [named(place, items.position, position)]),
    ...fields.map((field) => named(fieldSql(of(field.inItem ? item : document), field), field.as, null)),
  ];
  const source =
    isJson && !items
      ? tableSource(table, alias)
      : subquery(table, config, { isJson, document, item, position });
  return `select\n${indented(lines)}\nfrom ${source}`;
}

function tableSource(table: TableInQuery, alias: string): string {
  const name = sqlNameOf(table);
  return name === alias ? name : `${name} as ${alias}`;
}

interface Names {
  isJson: boolean;
  document: string;
  item: string;
  position: string;
}

/** Reads texts as JSON, of which those that aren't become NULL, and makes a row of each item, in their order. */
function subquery(
  table: TableInQuery,
  { column, keep, items }: FlattenConfig,
  { isJson, document, item, position }: Names,
): string {
  const value = isJson ? sqlName(column) : `try_cast(${sqlName(column)} as json)`;
  const lines = [
    ...keep.map(sqlName),
    ...(isJson && keep.includes(column) ? [] : [named(value, document, isJson ? document : null)]),
    ...(items ? itemLines(items, value, { item, position }) : []),
  ];
  return `(\n  select\n${indented(lines, '    ')}\n  from ${sqlNameOf(table)}\n) as ${sqlName(table.tableName)}`;
}

function itemLines(
  { path, position: wanted, keepEmpty }: NonNullable<FlattenConfig['items']>,
  value: string,
  { item, position }: Pick<Names, 'item' | 'position'>,
): string[] {
  const found = itemsSql(value, path);
  const list = keepEmpty ? `coalesce(nullif(${found}, []), [null])` : found;
  return [
    `unnest(${list}) as ${sqlName(item)}`,
    ...(wanted === null ? [] : [`generate_subscripts(${list}, 1) as ${sqlName(position)}`]),
  ];
}

const indented = (lines: readonly string[], indent = '  ') =>
  lines.map((line) => `${indent}${line}`).join(',\n');

const named = (expression: string, as: string, own: string | null) =>
  as === own ? expression : `${expression} as ${sqlName(as)}`;

function freeName(name: string, taken: readonly string[]): string {
  const names = new Set(taken.map((one) => one.toLowerCase()));
  let free = name;
  for (let number = 2; names.has(free); number += 1) free = `${name}_${number}`;
  return free;
}
