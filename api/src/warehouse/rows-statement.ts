import type { Column } from '@headwater/shared/contract';
import { identifier } from './sql.ts';

/** Cells longer than this are cut on a page of rows. */
export const CELL_LIMIT = 10_000;

/** What a page needs to know of a column: the name and type that the version has. */
export type PageColumn = Pick<Column, 'name' | 'type'>;

/**
 * A page of a version: each row as a JSON array of texts made in SQL, and the positions of the cells that were cut.
 * Row ids of a file that is never changed run from 0 without a gap, so a position is a range of them, and the last
 * page costs what the first does.
 */
export function rowsStatement(
  schema: string,
  columns: readonly PageColumn[],
  offset: number,
  limit: number,
): string {
  const texts = columns.map((column, at) => `${asText(column)} as t${at}`);
  const cells = columns.map((column, at) => (canBeLong(column) ? `left(t${at}, ${CELL_LIMIT})` : `t${at}`));
  const cuts = columns.flatMap((column, at) =>
    canBeLong(column) ? [`case when length(t${at}) > ${CELL_LIMIT} then ${at} end`] : [],
  );
  return `
    select to_json([${cells.join(', ')}]::varchar[])::varchar, list_filter([${cuts.join(', ')}]::integer[], lambda cut: cut is not null)
    from (
      select rowid as position, ${texts.join(', ')}
      from ${schema}.main.data
      where rowid >= ${offset} and rowid < ${offset + limit}
    )
    order by position`;
}

/** The value with every digit; moments as ISO 8601, those with a zone in UTC. */
function asText({ name, type }: PageColumn): string {
  const value = identifier(name);
  if (type === 'BLOB') return `'\\x' || lower(hex(${value}))`;
  if (type.endsWith('[]')) return `to_json(${value})::varchar`;
  if (type === 'TIMESTAMP') return `replace(${value}::varchar, ' ', 'T')`;
  if (type === 'TIMESTAMP WITH TIME ZONE') return `replace(replace(${value}::varchar, ' ', 'T'), '+00', 'Z')`;
  if (type === 'FLOAT' || type === 'DOUBLE') return floatText(value);
  return `${value}::varchar`;
}

const canBeLong = ({ type }: PageColumn) =>
  type === 'VARCHAR' || type === 'JSON' || type === 'BLOB' || type.endsWith('[]');

const floatText = (value: string) =>
  `case when isnan(${value}) then 'NaN' when isinf(${value}) then if(${value} > 0, 'Infinity', '-Infinity') else ${value}::varchar end`;
