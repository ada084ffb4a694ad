import type { TableResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import { everyPage } from './every-page.ts';

export type Table = Flat<TableResource>;

export const tableQueries = {
  /** Every table of the workspace; a connection's page picks its own. */
  list: (organizationId: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'list'],
      queryFn: ({ signal }) => everyPage<Table>(`organizations/${organizationId}/tables`, signal),
    }),
};
