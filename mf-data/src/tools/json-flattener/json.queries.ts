import { api } from '@headwater/shared/api';
import type { JsonStructure } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';

/** What the values of a column are made of. Under the key `tables`, which server events invalidate. */
export const jsonStructure = (organizationId: string, tableId: string, column: string) =>
  queryOptions({
    queryKey: ['tables', organizationId, 'json-structure', tableId, column],
    queryFn: ({ signal }) =>
      api.post<JsonStructure>(
        `organizations/${organizationId}/json-structures`,
        { type: 'json_structures', attributes: { tableId, column } },
        { signal },
      ),
    retry: false,
  });
