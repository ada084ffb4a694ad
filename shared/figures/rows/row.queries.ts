import { api } from '@headwater/shared/api';
import {
  writeFilter,
  type ColumnValuesAttributes,
  type QueryFilter,
  type RowCountAttributes,
  type RowFormat,
  type RowPageAttributes,
  type RowPageDocument,
} from '@headwater/shared/contract';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import { tablePath, type TableAddress } from '@headwater/shared/tables';
import { unionOfValues } from './union-of-values.ts';

export type RowPage = RowPageAttributes & RowPageDocument['links'];

/** Which rows, in which order, as `shared/contract/tables/table-query.ts` writes it. Empty for all, in the table's own order. */
export interface QueryText {
  filter: string;
  sort: string;
  columns: string;
}

export interface PageAddress extends QueryText {
  size: number;
  /** The value of `page[after]`; null is the first page. */
  after: string | null;
}

const rowsKey = (table: TableAddress) => [
  'row_pages',
  table.organizationId,
  table.sourceConnectionId,
  table.tableName,
];

/** A column of a table, as it is in a version, in the rows that match a filter. */
export interface ValueSource {
  address: TableAddress;
  version: number;
  column: string;
  filter: QueryFilter;
}

/** Keys and fetchers of a table's rows, the same for loaders and pages. */
export const rowQueries = {
  /**
   * Not under the key `tables`, which server events invalidate: a page belongs to one version of the table, and users
   * stay in that version until they open a newer one.
   */
  page: (table: TableAddress, page: PageAddress) =>
    queryOptions({
      queryKey: [...rowsKey(table), page],
      queryFn: async ({ signal }): Promise<RowPage> => {
        const { data, links } = await api.raw<RowPageDocument>(
          `${tablePath(table)}/rows?${pageQuery(page)}`,
          { signal },
        );
        return { ...data.attributes, ...links };
      },
      placeholderData: keepPreviousData,
    }),
  /** How many rows of a version match a filter. */
  count: (table: TableAddress, version: number, filter: string) =>
    queryOptions({
      queryKey: [...rowsKey(table), 'count', version, filter],
      queryFn: async ({ signal }) => {
        const query = new URLSearchParams({ version: String(version), filter });
        const { rows } = await api.get<RowCountAttributes>(`${tablePath(table)}/row-counts?${query}`, {
          signal,
        });
        return rows;
      },
      staleTime: Infinity,
    }),
  /** The most frequent values of columns, as if they were one. */
  valuesOfAll: (sources: readonly ValueSource[], search: string) =>
    queryOptions({
      queryKey: [...rowsKey(sources[0]!.address), 'values', sources, search],
      queryFn: async ({ signal }) => {
        const found = await Promise.allSettled(
          sources.map(({ address, version, column, filter }) => {
            const asked = { search, filter: writeFilter(filter), column, version: String(version) };
            const query = new URLSearchParams(asked);
            return api.get<ColumnValuesAttributes>(`${tablePath(address)}/column-values?${query}`, {
              signal,
            });
          }),
        );
        const known = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
        if (known.length === 0) throw (found[0] as PromiseRejectedResult).reason;
        return unionOfValues(known);
      },
      placeholderData: keepPreviousData,
      staleTime: Infinity,
    }),
  all: (table: TableAddress) => ({ queryKey: rowsKey(table) }),
};

/**
 * The URL of a file with all rows of a version that match, in their order, and the columns that are shown. In CSV, texts
 * are safe for spreadsheets unless they are asked for as they are.
 */
export const rowFileUrl = (
  table: TableAddress,
  version: number,
  { filter, sort, columns, exact }: QueryText & { exact: boolean },
  format: RowFormat,
): string => {
  const texts = format === 'csv' && !exact ? 'spreadsheet' : '';
  const given = Object.entries({ version: String(version), filter, sort, columns, texts });
  const query = new URLSearchParams(given.filter(([, value]) => value !== ''));
  return api.fileUrl(`${tablePath(table)}/rows.${format}?${query}`);
};

/** The brackets aren't encoded, because the path must be the same text as in the page's early requests. */
const pageQuery = ({ size, after, filter, sort, columns }: PageAddress) =>
  [
    `page[size]=${size}`,
    ...(after === null ? [] : [`page[after]=${encodeURIComponent(after)}`]),
    ...(filter === '' ? [] : [`filter=${encodeURIComponent(filter)}`]),
    ...(sort === '' ? [] : [`sort=${encodeURIComponent(sort)}`]),
    ...(columns === '' ? [] : [`columns=${encodeURIComponent(columns)}`]),
  ].join('&');
