import { api } from '@headwater/shared/api';
import type { TableViewResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import { tablePath, type TableAddress } from '@headwater/shared/tables';

export type TableView = Flat<TableViewResource>;

const type = 'table_views';
const pathOf = (table: TableAddress) => `${tablePath(table)}/views`;

/** A table's saved views, by name. Under the key of tables, so that others' changes arrive. */
export const viewsQuery = (table: TableAddress) =>
  queryOptions({
    queryKey: ['tables', table.organizationId, table.sourceConnectionId, 'views', table.tableName],
    queryFn: async ({ signal }) => (await api.list<TableView>(pathOf(table), { signal })).items,
  });

export const saveView = (table: TableAddress, attributes: Pick<TableView, 'name' | 'query'>) =>
  api.post<TableView>(pathOf(table), { type, attributes });

/** Fails if someone else has changed the view since it was fetched. */
export const changeView = (
  table: TableAddress,
  { id, version }: TableView,
  attributes: Partial<Pick<TableView, 'name' | 'query'>>,
) =>
  api.patch<TableView>(
    `${pathOf(table)}/${id}`,
    { type, attributes },
    { headers: { 'if-match': String(version) } },
  );

export const deleteView = (table: TableAddress, { id }: TableView) => api.delete(`${pathOf(table)}/${id}`);
