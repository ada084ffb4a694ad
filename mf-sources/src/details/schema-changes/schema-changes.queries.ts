import { api } from '@headwater/shared/api';
import { DECISIONS_MAX, type SchemaChangeResource } from '@headwater/shared/contract';
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

/** The latest of the changes that wait for a decision, as many as someone can decide about at once. */
export const undecidedChangesOf = (organizationId: string, sourceConnectionId: string) => ({
  queryKey: ['schema_changes', organizationId, sourceConnectionId, 'undecided'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const found: SchemaChange[] = [];
    for (let next: string | null = ''; next !== null && found.length < DECISIONS_MAX;) {
      const cursor: string = next && `&page[after]=${encodeURIComponent(next)}`;
      const path = `${base(organizationId, sourceConnectionId)}?page[size]=100${cursor}`;
      const page: Page<SchemaChange> = await api.list<SchemaChange>(path, { signal });
      found.push(...page.items);
      next = page.next;
    }
    return found.slice(0, DECISIONS_MAX);
  },
});

export type Decision = 'approve' | 'ignore';

/**
 * Decides about pending changes. Rejected with 409 if someone has decided about one of them already, or if it is another
 * one by now.
 */
export const decideChanges = (
  organizationId: string,
  sourceConnectionId: string,
  decision: Decision,
  changes: readonly SchemaChange[],
) =>
  api.post(`${base(organizationId, sourceConnectionId)}/decisions`, {
    type: 'schema_change_decisions',
    attributes: { decision, changes: changes.map(({ id }) => id) },
  });
