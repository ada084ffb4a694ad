import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, setCsrfToken } from '../api/client.ts';
import type { SessionResource } from '../contract/people/session.ts';
import type { Flat } from '../json-api/flatten.ts';
import { queryClient } from '../query/query-client.ts';

export type Session = Flat<SessionResource>;

/** Fetches the session; null for an anonymous visitor. */
export const sessionQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const session = await api.get<Session | null>('sessions', { signal });
    setCsrfToken(session?.csrfToken ?? null);
    return session;
  },
});

/** Returns the session, or null for an anonymous visitor. The shell fetches it before any route renders. */
export function useSession(): Session | null {
  return useQuery(sessionQuery).data ?? null;
}

/** Returns the session on a screen that only signed-in users can open. */
export function useSignedIn(): Session {
  const session = useSession();
  if (!session) throw new Error('This screen needs a session; its route group must guard it.');
  return session;
}

/** Stores the session that a login or sign-up returned; every request from now on sends its CSRF token. */
export function storeSession(session: Session) {
  setCsrfToken(session.csrfToken);
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** Forgets the session, the CSRF token, and everything that was fetched for the user. */
export function clearSession() {
  setCsrfToken(null);
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** Ends the session on the server. The screens of this document still show it: load another one. */
export const endSession = ({ id }: Session) => api.delete(`sessions/${id}`);

/** Ends the session on the server, then here. */
export async function logOut(session: Session) {
  await endSession(session);
  clearSession();
}
