import { api } from '@headwater/shared/api';
import type { ServiceAccountResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type ServiceAccount = Flat<ServiceAccountResource>;

const key = 'service_accounts';

/** Keys and fetchers of service accounts. Server events invalidate them, also when a token is first used. */
export const accountQueries = {
  /** The key of all queries of a workspace. */
  all: (organizationId: string) => [key, organizationId],
  list: (organizationId: string) =>
    queryOptions({
      queryKey: [key, organizationId, 'list'],
      queryFn: async ({ signal }) =>
        (await api.list<ServiceAccount>(`organizations/${organizationId}/service-accounts`, { signal }))
          .items,
    }),
  one: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: [key, organizationId, id],
      queryFn: ({ signal }) =>
        api.get<ServiceAccount>(`organizations/${organizationId}/service-accounts/${id}`, { signal }),
    }),
};
