import { api } from '@headwater/shared/api';
import type {
  CatalogAttributes,
  RowPageAttributes,
  RowPageDocument,
  SourceConnectionResource,
  TableResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';

export type Table = Flat<TableResource>;
export type SourceConnection = Flat<SourceConnectionResource>;
export type RowPage = RowPageAttributes & RowPageDocument['links'];

/** A table's place in a workspace. */
export interface TableAddress {
  organizationId: string;
  sourceConnectionId: string;
  tableName: string;
}
export interface PageAddress {
  size: number;
  /** The value of `page[after]`; null is the first page. */
  after: string | null;
}

const sourcePath = ({ organizationId, sourceConnectionId }: Omit<TableAddress, 'tableName'>) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}`;
const tablePath = (table: TableAddress) =>
  `${sourcePath(table)}/tables/${encodeURIComponent(table.tableName)}`;
const rowsKey = (table: TableAddress) => [
  'row_pages',
  table.organizationId,
  table.sourceConnectionId,
  table.tableName,
];

/** Keys and fetchers of tables and their rows, the same for loaders and pages. */
export const tableQueries = {
  list: (organizationId: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'list'],
      queryFn: ({ signal }) => api.every<Table>(`organizations/${organizationId}/tables`, { signal }),
    }),
  one: (table: TableAddress) =>
    queryOptions({
      queryKey: ['tables', table.organizationId, table.sourceConnectionId, table.tableName],
      queryFn: ({ signal }) => api.get<Table>(tablePath(table), { signal }),
    }),
  /**
   * Not under `tables`, which server events make stale: a page belongs to one version of the table, and whoever is
   * reading stays in it until they ask for the newer one.
   */
  rows: (table: TableAddress, page: PageAddress) =>
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
  allRows: (table: TableAddress) => ({ queryKey: rowsKey(table) }),
  /** The connection that a table comes from: its status says why there is no version yet. */
  source: (table: Omit<TableAddress, 'tableName'>) =>
    queryOptions({
      queryKey: ['source_connections', table.organizationId, table.sourceConnectionId],
      queryFn: ({ signal }) => api.get<SourceConnection>(sourcePath(table), { signal }),
    }),
};

/** Deletes a table that is no longer synced. */
export const deleteTable = (table: TableAddress) => api.delete(tablePath(table));

/** Adds a table to those that runs read. */
export async function selectAgain(table: TableAddress): Promise<void> {
  const { streams, version } = await api.get<CatalogAttributes>(`${sourcePath(table)}/catalog`);
  const selected = streams.filter((stream) => stream.selected || stream.tableName === table.tableName);
  const tableNames = selected.map(({ tableName }) => tableName);
  await api.patch(
    `${sourcePath(table)}/selection`,
    { type: 'selections', attributes: { tableNames } },
    { headers: { 'if-match': String(version) } },
  );
}

/** Brackets stay as they are: the same text stands in the page's early requests. */
const pageQuery = ({ size, after }: PageAddress) =>
  `page[size]=${size}${after === null ? '' : `&page[after]=${encodeURIComponent(after)}`}`;
