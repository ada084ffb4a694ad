import { api } from '@headwater/shared/api';
import type { UserSessionResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryClient, queryOptions } from '@headwater/shared/query';

export type UserSession = Flat<UserSessionResource>;

/** Fetched each time they are shown, because they start and end in other browsers. */
export const userSessionsQuery = queryOptions({
  queryKey: ['user_sessions'],
  queryFn: ({ signal }) => api.get<UserSession[]>('profile/sessions', { signal }),
  refetchOnMount: 'always',
});

const stale = () => queryClient.invalidateQueries({ queryKey: userSessionsQuery.queryKey });

export async function endSession(id: string) {
  await api.delete(`sessions/${id}`);
  await stale();
}

export async function endOtherSessions() {
  await api.delete('profile/sessions');
  await stale();
}
