import { api } from '@headwater/shared/api';
import type { OrganizationResource, WorkspaceChange } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryClient, queryOptions } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';

export type Organization = Flat<OrganizationResource>;

/** The workspace itself. */
export const workspaceQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organizations', organizationId],
    queryFn: ({ signal }) => api.get<Organization>(`organizations/${organizationId}`, { signal }),
  });

/** Deletes a workspace. Its name says that it's the one that is meant. */
export const deleteWorkspace = (organizationId: string, name: string) =>
  api.delete(`organizations/${organizationId}?${new URLSearchParams({ name })}`);

/** Changes what applies to everyone. Resolves once this page follows it, too. */
export async function changeSettings(organizationId: string, attributes: WorkspaceChange): Promise<void> {
  const changed = await api.patch<Organization>(`organizations/${organizationId}`, {
    type: 'organizations',
    attributes,
  });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(workspaceQuery(organizationId).queryKey, changed);
}
