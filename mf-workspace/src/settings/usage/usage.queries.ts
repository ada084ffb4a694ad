import { api } from '@headwater/shared/api';
import type { UsageAttributes } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';

/** What the workspace uses. Any change can change it, so it's fetched whenever it's opened. */
export const usageQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['usages', organizationId],
    queryFn: ({ signal }) => api.get<UsageAttributes>(`organizations/${organizationId}/usage`, { signal }),
    staleTime: 0,
  });
