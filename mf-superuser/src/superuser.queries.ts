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

/** The part of a list that its URL selects: `?q=finch&after=…`. */
export interface ListView {
  q: string;
  after: string | null;
}

export function listView(params: URLSearchParams): ListView {
  return { q: params.get('q') ?? '', after: params.get('after') };
}

/** One page (25 rows, the API's default) of a list across the whole installation. */
function pageQuery<T>(type: 'organizations' | 'users', { q, after }: ListView) {
  return queryOptions({
    queryKey: ['superuser', type, { q, after }],
    queryFn: ({ signal }) => api.list<T>(pagePath(`superuser/${type}`, { q, after }), { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Creates the query of one of the two lists. */
export type ListQuery<Row> = (view: ListView) => ReturnType<typeof pageQuery<Row>>;

export const organizationsQuery = (view: ListView) => pageQuery<SuperuserOrganization>('organizations', view);
export const usersQuery = (view: ListView) => pageQuery<SuperuserUser>('users', view);

/**
 * Fetches the part of a list that a URL selects. There are no server events for the whole installation, so each visit
 * fetches it again; meanwhile, a cached result is shown.
 */
export function fetchList<Row>(query: ListQuery<Row>, url: string) {
  const options = query(listView(new URL(url).searchParams));
  void queryClient.prefetchQuery({ ...options, staleTime: 0 });
  return null;
}

/** Fetches whether the superuser has a password to confirm their identity with. */
export const hasPasswordQuery = queryOptions({
  queryKey: ['superuser', 'has-password'],
  queryFn: async ({ signal }) => (await api.get<ProfileAttributes>('profile', { signal })).hasPassword,
});

/** Confirms the password, which starts a new session. */
export const reauthenticate = async (password: string) =>
  storeSession(
    await api.post<Session>('reauthentications', { type: 'reauthentications', attributes: { password } }),
  );

/** The first page without a search has a plain path, under which the page's first script has requested it already. */
function pagePath(path: string, { q, after }: ListView) {
  const query = new URLSearchParams();
  if (q) query.set('filter[q]', q);
  if (after) query.set('page[after]', after);
  return query.size ? `${path}?${query}` : path;
}
