import { api } from '@headwater/shared/api';
import {
  type NewSqlView,
  type SqlViewChange,
  type SqlViewRefreshResource,
  type SqlViewResource,
  type TableLineageAttributes,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { tablePath, type TableAddress } from '@headwater/shared/tables';

export type SqlView = Flat<SqlViewResource>;
export type SqlViewRefresh = Flat<SqlViewRefreshResource>;

const type = 'sql_views';
const viewsPath = (organizationId: string) => `organizations/${organizationId}/sql-views`;

/** Keys and fetchers of views. Under the key `tables`, which server events invalidate. */
export const sqlViewQueries = {
  list: (organizationId: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'sql-views', 'list'],
      queryFn: async ({ signal }) => (await api.list<SqlView>(viewsPath(organizationId), { signal })).items,
    }),
  one: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'sql-views', id],
      queryFn: ({ signal }) => api.get<SqlView>(`${viewsPath(organizationId)}/${id}`, { signal }),
    }),
  refreshes: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'sql-views', id, 'refreshes'],
      queryFn: async ({ signal }) =>
        (await api.list<SqlViewRefresh>(`${viewsPath(organizationId)}/${id}/refreshes`, { signal })).items,
    }),
  lineage: (table: TableAddress) =>
    queryOptions({
      queryKey: ['tables', table.organizationId, table.sourceConnectionId, 'lineage', table.tableName],
      queryFn: ({ signal }) => api.get<TableLineageAttributes>(`${tablePath(table)}/lineage`, { signal }),
    }),
};

export const createSqlView = (organizationId: string, attributes: NewSqlView) =>
  api.post<SqlView>(viewsPath(organizationId), { type, attributes });

/** Returns the view that follows a saved query, which is made if there is none. */
export const viewOfQuery = (organizationId: string, savedQueryId: string, signal: AbortSignal) =>
  api.post<SqlView>(
    `organizations/${organizationId}/saved-queries/${savedQueryId}/view`,
    { type, attributes: {} },
    { signal },
  );

/** Fails if someone else has changed the view since it was fetched. */
export const changeSqlView = (organizationId: string, { id, version }: SqlView, attributes: SqlViewChange) =>
  api.patch<SqlView>(
    `${viewsPath(organizationId)}/${id}`,
    { type, attributes },
    { headers: { 'if-match': String(version) } },
  );

export const refreshSqlView = (organizationId: string, { id }: SqlView) =>
  api.post<SqlView>(`${viewsPath(organizationId)}/${id}/refreshes`, {
    type: 'sql_view_refreshes',
    attributes: {},
  });

export const deleteSqlView = (organizationId: string, { id }: SqlView) =>
  api.delete(`${viewsPath(organizationId)}/${id}`);

/** Returns where a view's query is changed: its own, or the saved one that it follows. */
export const editPath = (organizationId: string, { id, savedQuery }: SqlView) =>
  paths.sqlEditor(organizationId, savedQuery ? { query: savedQuery.id } : { view: id });
