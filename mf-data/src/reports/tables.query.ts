import { api } from '@headwater/shared/api';
import { queryOptions } from '@headwater/shared/query';
import type { Table } from '@headwater/shared/tables';

/**
 * All tables of the workspace with their current versions, which a report's cards then agree on. Under the key of
 * tables, so that it's fetched again when one changes.
 */
export const tablesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['tables', organizationId, 'list'],
    queryFn: ({ signal }) => api.every<Table>(`organizations/${organizationId}/tables`, { signal }),
  });
