import type { Query } from '../tables/query.ts';
import { filteredQuery, isColumnBinding } from './report-filters.ts';
import { isComputed } from './report.rules.ts';
import type { FilterValue, ReportContent, ReportFilter } from './report.ts';
import type { QueryFilter } from '../tables/table-query.ts';

/** Rows of a table whose values of a column are offered. */
export interface OfferedRows<Table, Column> {
  table: Table;
  column: Column;
  filter: QueryFilter;
  /** The card that shows them. */
  query: Query;
}

type Columned = { id: string; columns: readonly { name: string }[] | null };
type ColumnOf<Table extends Columned> = NonNullable<Table['columns']>[number];

/**
 * Returns the rows whose values a report's filter offers: those that the cards it's bound to can show with what has been
 * chosen in the other filters, each once. Of a column that no longer exists, there are none.
 *
 * @param valueOf what has been chosen in each filter
 */
export function offeredRows<Table extends Columned>(
  asked: ReportFilter,
  { cards, filters }: Pick<ReportContent, 'cards' | 'filters'>,
  tables: ReadonlyMap<string, Table>,
  valueOf: (filter: ReportFilter) => FilterValue | null,
): OfferedRows<Table, ColumnOf<Table>>[] {
  const others = filters.filter(({ id }) => id !== asked.id);
  const found = asked.bind.filter(isColumnBinding).flatMap(({ card: id, column: name }) => {
    const card = cards.filter(isComputed).find((one) => one.id === id);
    const table = card && tables.get(card.table.id);
    const column = table?.columns?.find((one) => one.name === name);
    if (!card || !table || !column) return [];
    const { query } = filteredQuery(card, others, valueOf);
    return shownRows(query, name).map((filter) => ({ table, column, filter, query }));
  });
  return found.filter(
    (one, at) =>
      !found.some((other, index) => index !== at && has(other, one) && (index < at || !has(one, other))),
  );
}

/** Whether the first rows have all of the others' values. */
const has = <Table extends Columned>(
  all: OfferedRows<Table, ColumnOf<Table>>,
  some: OfferedRows<Table, ColumnOf<Table>>,
): boolean => {
  const groups = new Set(some.filter.map((group) => JSON.stringify(group)));
  return (
    all.table.id === some.table.id &&
    all.column.name === some.column.name &&
    all.filter.every((group) => groups.has(JSON.stringify(group)))
  );
};

/** Returns which rows of its table a query shows something of: without groups by the column, those of its measures. */
function shownRows({ filter = [], shape, breakouts, measures }: Query, column: string): QueryFilter[] {
  const aggregates = measures.flatMap((one) => ('ratio' in one ? one.ratio : 'agg' in one ? [one] : []));
  const isShown = shape || measures.length === 0 || breakouts.some((one) => one.column === column);
  if (isShown) return [filter];
  return aggregates.map(({ where = [] }) => [...filter, ...where]);
}
