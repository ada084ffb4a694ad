import { api } from '@headwater/shared/api';
import type { SourceConnectionResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import type { TableAddress } from '@headwater/shared/tables';

export type SourceConnection = Flat<SourceConnectionResource>;

/** The connection that a table comes from: its status says why there is no version yet, and what its reader may do. */
export const sourceQuery = ({ organizationId, sourceConnectionId }: Omit<TableAddress, 'tableName'>) =>
  queryOptions({
    queryKey: ['source_connections', organizationId, sourceConnectionId],
    queryFn: ({ signal }) =>
      api.get<SourceConnection>(`organizations/${organizationId}/source-connections/${sourceConnectionId}`, {
        signal,
      }),
  });
