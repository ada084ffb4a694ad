import { api } from '@headwater/shared/api';
import { queryOptions } from '@headwater/shared/query';
import type { Table } from '@headwater/shared/tables';

/** All tables of a workspace, to choose from. */
export const allTables = (organizationId: string) =>
  queryOptions({
    queryKey: ['tables', organizationId, 'all'],
    queryFn: ({ signal }) => api.every<Table>(`organizations/${organizationId}/tables`, { signal }),
  });
