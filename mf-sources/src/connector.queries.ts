import { api } from '@headwater/shared/api';
import type { ConnectorAttributes } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';

/** A connector. Its `id` is its name in the API, such as `postgres`. */
export type Connector = { id: string; type: 'connectors' } & ConnectorAttributes;

export const connectorQueries = {
  list: () =>
    queryOptions({
      queryKey: ['connectors'],
      queryFn: async ({ signal }) => (await api.list<Connector>('connectors', { signal })).items,
    }),
};
