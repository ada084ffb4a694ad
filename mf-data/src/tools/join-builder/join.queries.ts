import { api } from '@headwater/shared/api';
import type { JoinConfig, JoinKeysAttributes, JoinResult } from '@headwater/shared/contract';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';

/** Keys and fetchers of the join builder. Under the key `tables`, which server events invalidate. */
export const joinQueries = {
  /** By what a table could be joined to those before, the likeliest first. */
  keys: (organizationId: string, tables: readonly string[], tableId: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'join-keys', tables, tableId],
      queryFn: ({ signal }) =>
        api.post<JoinKeysAttributes>(
          `organizations/${organizationId}/join-keys`,
          { type: 'join_keys', attributes: { tables: [...tables], tableId } },
          { signal },
        ),
      staleTime: Infinity,
      retry: false,
    }),
  /** How many rows find partners. */
  matches: (organizationId: string, config: JoinConfig) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'join-matches', config],
      queryFn: ({ signal }) =>
        api.post<JoinResult>(
          `organizations/${organizationId}/join-matches`,
          { type: 'join_matches', attributes: { config } },
          { signal },
        ),
      placeholderData: keepPreviousData,
      retry: false,
    }),
};
