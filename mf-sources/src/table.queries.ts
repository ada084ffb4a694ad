import { api } from '@headwater/shared/api';
import type { HeldVersionDecision, TableResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type Table = Flat<TableResource>;

export const tableQueries = {
  /** Every table of the workspace; a connection's page picks its own. */
  list: (organizationId: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, 'list'],
      queryFn: ({ signal }) => api.every<Table>(`organizations/${organizationId}/tables`, { signal }),
    }),
};

/** 409 where that version isn't on hold any more. */
export const decideHeldVersion = (
  organizationId: string,
  { sourceConnectionId, tableName }: Table,
  attributes: HeldVersionDecision,
) =>
  api.post<Table>(
    `organizations/${organizationId}/source-connections/${sourceConnectionId}/tables/${encodeURIComponent(tableName)}/held-version-decisions`,
    { type: 'held_version_decisions', attributes },
  );
