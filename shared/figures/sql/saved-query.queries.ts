import { api } from '@headwater/shared/api';
import type {
  ListedQuery,
  PastSqlRun,
  QueryColumns as QueryColumnsResource,
  SavedQuery,
  SavedQueryVersion,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';

export type Saved = Flat<SavedQuery>;
export type SavedVersion = Flat<SavedQueryVersion>;
type QueryColumns = Flat<QueryColumnsResource>;
export type PastRun = Flat<PastSqlRun>;

/** What is saved with a query. */
export type SavedContent = Pick<Saved, 'name' | 'description' | 'sql' | 'parameters'>;

const type = 'saved_queries';
const pathOf = (organizationId: string) => `organizations/${organizationId}/saved-queries`;

/** Keys and fetchers of saved queries, under a key that server events invalidate. */
export const savedQueries = {
  /** What the keys of all lists begin with. */
  lists: (organizationId: string) => [type, organizationId, 'list'] as const,
  list: (organizationId: string, search: string) =>
    queryOptions({
      queryKey: [...savedQueries.lists(organizationId), search],
      queryFn: async ({ signal }) => {
        const query = new URLSearchParams({ search });
        return (await api.list<Flat<ListedQuery>>(`${pathOf(organizationId)}?${query}`, { signal })).items;
      },
      placeholderData: keepPreviousData,
    }),
  one: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: [type, organizationId, 'one', id],
      queryFn: ({ signal }) => api.get<Saved>(`${pathOf(organizationId)}/${id}`, { signal }),
    }),
  versions: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: [type, organizationId, 'versions', id],
      queryFn: async ({ signal }) =>
        (await api.list<SavedVersion>(`${pathOf(organizationId)}/${id}/versions`, { signal })).items,
    }),
  /** Fails with what is wrong with a version of a query, as its tables are now. */
  columns: (organizationId: string, { id, version }: Pick<Saved, 'id' | 'version'>) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'query-columns', id, version],
      queryFn: ({ signal }) => api.get<QueryColumns>(`${pathOf(organizationId)}/${id}/columns`, { signal }),
      retry: false,
    }),
};

export const saveQuery = (organizationId: string, attributes: SavedContent) =>
  api.post<Saved>(pathOf(organizationId), { type, attributes });

/** Fails if someone else has saved the query since this version. */
export const changeQuery = (
  organizationId: string,
  { id, version }: Pick<Saved, 'id' | 'version'>,
  attributes: Partial<SavedContent>,
) =>
  api.patch<Saved>(
    `${pathOf(organizationId)}/${id}`,
    { type, attributes },
    { headers: { 'if-match': String(version) } },
  );

export const restoreQuery = (
  organizationId: string,
  { id, version }: Pick<Saved, 'id' | 'version'>,
  restored: number,
) =>
  api.post<Saved>(
    `${pathOf(organizationId)}/${id}/restorations`,
    { type: 'query_restorations', attributes: { version: restored } },
    { headers: { 'if-match': String(version) } },
  );

export const deleteQuery = (organizationId: string, id: string) =>
  api.delete(`${pathOf(organizationId)}/${id}`);

const pastPath = (organizationId: string) => `organizations/${organizationId}/past-sql-runs`;

/** The newest runs of whoever is signed in. */
export const pastRuns = (organizationId: string, most = 100) =>
  queryOptions({
    queryKey: ['past_sql_runs', organizationId, most],
    queryFn: async ({ signal }) =>
      (await api.list<PastRun>(`${pastPath(organizationId)}?page[size]=${most}`, { signal })).items,
    // Each run adds to it.
    staleTime: 0,
  });

export const clearPastRuns = (organizationId: string) => api.delete(pastPath(organizationId));
