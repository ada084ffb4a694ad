import { sqlName, sqlNameOf, type SqlTable } from '@headwater/shared/contract';

/** A query to begin with. */
export interface Example {
  kind: 'first' | 'per_day';
  table: string;
  sql: string;
}

const FIRST = 100;

/** Returns queries over the largest table: its first rows, and how many there are a day if it has days. */
export function examplesOf(tables: readonly SqlTable[]): Example[] {
  const table = tables.toSorted((one, other) => (other.rows ?? 0) - (one.rows ?? 0))[0];
  if (!table) return [];
  const day = table.columns.find(({ kind }) => kind === 'timestamp' || kind === 'date');
  const from = `from ${sqlNameOf(table)}`;
  const perDay =
    day && `select ${sqlName(day.name)}::date as day, count(*) as number\n${from}\ngroup by 1\norder by 1`;
  return [
    { kind: 'first', table: table.name, sql: `select *\n${from}\nlimit ${FIRST}` },
    ...(perDay ? [{ kind: 'per_day' as const, table: table.name, sql: perDay }] : []),
  ];
}
