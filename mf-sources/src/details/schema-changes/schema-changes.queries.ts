import { api } from '@headwater/shared/api';
import type { SchemaChangeResource } from '@headwater/shared/contract';
import type { Flat, Page } from '@headwater/shared/json-api';

export type SchemaChange = Flat<SchemaChangeResource>;

interface PageRequest {
  pageParam: string | null;
  signal: AbortSignal;
}

const base = (organizationId: string, sourceConnectionId: string) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}/schema-changes`;

/** The changes of a connection's source that wait for a decision, or all others, the latest first. */
export const schemaChangesOf = (organizationId: string, sourceConnectionId: string, isPending: boolean) => ({
  queryKey: ['schema_changes', organizationId, sourceConnectionId, isPending],
  queryFn: ({ pageParam, signal }: PageRequest) => {
    const query = new URLSearchParams({ 'filter[pending]': String(isPending) });
    if (pageParam !== null) query.set('page[after]', pageParam);
    return api.list<SchemaChange>(`${base(organizationId, sourceConnectionId)}?${query}`, { signal });
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page: Page<SchemaChange>) => page.next,
});

export type Decision = 'approve' | 'ignore';

/** Decides about a pending change. Rejected with 409 if someone has decided already, and 404 if it is another one by now. */
export const decideChange = (
  organizationId: string,
  sourceConnectionId: string,
  id: string,
  decision: Decision,
) =>
  api.post<SchemaChange>(`${base(organizationId, sourceConnectionId)}/${id}/decisions`, {
    type: 'schema_change_decisions',
    attributes: { decision },
  });
