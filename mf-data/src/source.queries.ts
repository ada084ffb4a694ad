import { api } from '@headwater/shared/api';
import type { ListedConnection, SourceConnectionResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import type { TableAddress } from '@headwater/shared/tables';

/** A connection as lists have it. */
export type ListedSource = Flat<ListedConnection>;
export type SourceConnection = Flat<SourceConnectionResource>;

/** Fetches a table's connection, which shows why there is no version yet and what the user may do. */
export const sourceQuery = ({ organizationId, sourceConnectionId }: Omit<TableAddress, 'tableName'>) =>
  queryOptions({
    queryKey: ['source_connections', organizationId, sourceConnectionId],
    queryFn: ({ signal }) =>
      api.get<SourceConnection>(`organizations/${organizationId}/source-connections/${sourceConnectionId}`, {
        signal,
      }),
  });
