import type { Query } from '../tables/query.ts';
import { isComputed } from './report.rules.ts';
import type {
  ColumnBinding,
  ComputedCard,
  FilterBinding,
  FilterValue,
  ReportContent,
  ReportFilter,
} from './report.ts';
import { readFilter, writeFilter } from '../tables/table-query.ts';

const keyOf = ({ id }: Pick<ReportFilter, 'id'>) => `f.${id}`;
/** Stands for the bound columns, which the URL doesn't name. */
const COLUMN = 'c';

/** Returns what a filter compares with, which the URL says as `f.<id>=one_of:de,at`. Null for all rows. */
export function filterValueIn(query: URLSearchParams, filter: ReportFilter): FilterValue | null {
  const text = query.get(keyOf(filter));
  if (text === null) return filter.default;
  const condition = readFilter(`${COLUMN}:${text}`)?.[0]?.[0];
  if (!condition) return null;
  const { column: _column, ...value } = condition;
  return { ...value, values: [...value.values] };
}

/** Returns the URL's query with another value of a filter. */
export function withFilterValue(
  query: URLSearchParams,
  filter: ReportFilter,
  value: FilterValue | null,
): URLSearchParams {
  const next = new URLSearchParams(query);
  if (JSON.stringify(value) === JSON.stringify(filter.default)) next.delete(keyOf(filter));
  else
    next.set(
      keyOf(filter),
      value === null ? '' : writeFilter([[{ column: COLUMN, ...value }]]).slice(COLUMN.length + 1),
    );
  return next;
}

/** Whether a filter is bound to a column of a card's table, rather than to a parameter of its query. */
export const isColumnBinding = (one: FilterBinding): one is ColumnBinding => 'column' in one;

/** Returns a card's query with the values of the filters that it's bound to, and the filters that it isn't bound to. */
export function filteredQuery(
  { id, query }: ComputedCard,
  filters: readonly ReportFilter[],
  valueOf: (filter: ReportFilter) => FilterValue | null,
): { query: Query; unbound: ReportFilter[] } {
  const groups: NonNullable<Query['filter']> = [];
  const unbound: ReportFilter[] = [];
  for (const filter of filters) {
    const value = valueOf(filter);
    if (value === null) continue;
    const own = filter.bind.filter(({ card }) => card === id);
    if (own.length === 0) unbound.push(filter);
    for (const { column } of own.filter(isColumnBinding)) groups.push([{ column, ...value }]);
  }
  if (groups.length === 0) return { query, unbound };
  return { query: { ...query, filter: [...(query.filter ?? []), ...groups] }, unbound };
}

/**
 * Returns the columns that a filter is bound to and that still exist, each once, with their tables. The first says what
 * kind of values the filter has.
 */
export function boundColumns<Table extends { columns: readonly { name: string }[] | null }>(
  { bind }: ReportFilter,
  { cards }: Pick<ReportContent, 'cards'>,
  tables: ReadonlyMap<string, Table>,
): { table: Table; column: NonNullable<Table['columns']>[number] }[] {
  const found = bind.filter(isColumnBinding).flatMap(({ card: id, column: name }) => {
    const card = cards.filter(isComputed).find((one) => one.id === id);
    const table = card && tables.get(card.table.id);
    const column = table?.columns?.find((one) => one.name === name);
    return table && column ? [{ table, column }] : [];
  });
  return found.filter(
    ({ table, column }, at) => found.findIndex((one) => one.table === table && one.column === column) === at,
  );
}
