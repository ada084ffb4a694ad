import { api } from '@headwater/shared/api';
import type { MemberResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type Member = Flat<MemberResource>;

/** The members of a workspace, who own its tables and receive its reports. */
export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId],
    queryFn: async ({ signal }) =>
      (await api.list<Member>(`organizations/${organizationId}/members`, { signal })).items,
  });
