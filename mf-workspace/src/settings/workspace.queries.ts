import { api } from '@headwater/shared/api';
import type { OrganizationResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type Organization = Flat<OrganizationResource>;

/** The workspace itself. */
export const workspaceQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organizations', organizationId],
    queryFn: ({ signal }) => api.get<Organization>(`organizations/${organizationId}`, { signal }),
  });
