import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, setCsrfToken } from '../api/client.ts';
import type { SessionResource } from '../contract/session.ts';
import type { Flat } from '../json-api/flatten.ts';
import { queryClient } from '../query/query-client.ts';

export type Session = Flat<SessionResource>;

/** Null for an anonymous visitor. */
export const sessionQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const session = await api.get<Session | null>('sessions', { signal });
    setCsrfToken(session?.csrfToken ?? null);
    return session;
  },
});

/** The session, or null for an anonymous visitor. The shell has fetched it before any route renders. */
export function useSession(): Session | null {
  return useQuery(sessionQuery).data ?? null;
}

/** The session on a screen that only signed-in people reach. */
export function useSignedIn(): Session {
  const session = useSession();
  if (!session) throw new Error('This screen needs a session; its route group must guard it.');
  return session;
}

/** Keeps the user that a login or sign-up answered; every call from now on carries its CSRF token. */
export function storeSession(session: Session) {
  setCsrfToken(session.csrfToken);
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** Forgets the user, the CSRF token and everything that was fetched for them. */
export function clearSession() {
  setCsrfToken(null);
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** Ends the session at the server, then here. A session that is gone there already counts as ended. */
export async function logOut(session: Session) {
  await api.delete(`sessions/${session.id}`);
  clearSession();
}
