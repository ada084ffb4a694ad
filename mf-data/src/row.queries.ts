import { api } from '@headwater/shared/api';
import type { RowPageAttributes, RowPageDocument } from '@headwater/shared/contract';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import { tablePath, type TableAddress } from '@headwater/shared/tables';

export type RowPage = RowPageAttributes & RowPageDocument['links'];

export interface PageAddress {
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
  all: (table: TableAddress) => ({ queryKey: rowsKey(table) }),
};

/** The brackets aren't encoded, because the path must be the same text as in the page's early requests. */
const pageQuery = ({ size, after }: PageAddress) =>
  `page[size]=${size}${after === null ? '' : `&page[after]=${encodeURIComponent(after)}`}`;
