import { api } from '@headwater/shared/api';
import type {
  ProfileAttributes,
  SuperuserOrganizationAttributes,
  SuperuserUserAttributes,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { keepPreviousData, queryClient, queryOptions } from '@headwater/shared/query';
import { storeSession, type Session } from '@headwater/shared/session';

export type SuperuserOrganization = Flat<{
  type: 'organizations';
  id: string;
  attributes: SuperuserOrganizationAttributes;
}>;
export type SuperuserUser = Flat<{ type: 'users'; id: string; attributes: SuperuserUserAttributes }>;

/** What a list shows, as its address says it: `?q=finch&after=…`. */
export interface ListView {
  q: string;
  after: string | null;
}

export function listView(params: URLSearchParams): ListView {
  return { q: params.get('q') ?? '', after: params.get('after') };
}

/** One page (25, the API's default) of a list over the whole installation. */
function pageQuery<T>(type: 'organizations' | 'users', { q, after }: ListView) {
  return queryOptions({
    queryKey: ['superuser', type, { q, after }],
    queryFn: ({ signal }) => api.list<T>(pagePath(`superuser/${type}`, { q, after }), { signal }),
    placeholderData: keepPreviousData,
  });
}

/** How one of the two lists is asked for. */
export type ListQuery<Row> = (view: ListView) => ReturnType<typeof pageQuery<Row>>;

export const organizationsQuery = (view: ListView) => pageQuery<SuperuserOrganization>('organizations', view);
export const usersQuery = (view: ListView) => pageQuery<SuperuserUser>('users', view);

/**
 * Asks for what a list's address shows. No server event tells of changes over the whole installation, so
 * each visit asks again; what an earlier one left in the cache stands there meanwhile.
 */
export function fetchList<Row>(query: ListQuery<Row>, address: string) {
  const options = query(listView(new URL(address).searchParams));
  void queryClient.prefetchQuery({ ...options, staleTime: 0 });
  return null;
}

/** Whether the superuser has a password to prove themselves by. */
export const hasPasswordQuery = queryOptions({
  queryKey: ['superuser', 'has-password'],
  queryFn: async ({ signal }) => (await api.get<ProfileAttributes>('profile', { signal })).hasPassword,
});

/** Goes on in a new session. */
export const reauthenticate = async (password: string) =>
  storeSession(
    await api.post<Session>('reauthentications', { type: 'reauthentications', attributes: { password } }),
  );

/** The plain first page keeps the bare path: under it the page's first script has asked already. */
function pagePath(path: string, { q, after }: ListView) {
  const query = new URLSearchParams();
  if (q) query.set('filter[q]', q);
  if (after) query.set('page[after]', after);
  return query.size ? `${path}?${query}` : path;
}
