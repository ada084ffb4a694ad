import { tableQueries } from '@headwater/shared/tables';
import { isLeaving } from './source.queries.ts';

/** Tables of one connection; once that is being deleted, nobody asks for them any more. */
export const tablesOf = (organizationId: string, sourceConnectionId: string) => ({
  ...tableQueries.ofConnection(organizationId, sourceConnectionId),
  enabled: () => !isLeaving(sourceConnectionId),
});
