import { tableQueries } from '@headwater/shared/tables';
import { isDeleted } from './source.queries.ts';

/** The tables of one connection, which are no longer fetched once its deletion has started. */
export const tablesOf = (organizationId: string, sourceConnectionId: string) => ({
  ...tableQueries.ofConnection(organizationId, sourceConnectionId),
  enabled: () => !isDeleted(sourceConnectionId),
});

/** How much the connection has loaded, which isn't fetched again either. */
export const storedDataOf = (organizationId: string, sourceConnectionId: string) => ({
  ...tableQueries.stored(organizationId, sourceConnectionId),
  enabled: () => !isDeleted(sourceConnectionId),
});
