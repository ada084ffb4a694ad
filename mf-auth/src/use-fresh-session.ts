import { queryClient } from '@headwater/shared/query';
import { sessionQuery, useSession } from '@headwater/shared/session';

/**
 * Returns a function that fetches the session again after something that may have changed it; does nothing for
 * anonymous visitors.
 */
export function useFreshSession() {
  const session = useSession();
  return async () => {
    // if that fails, the known session is kept, because the action itself has succeeded
    if (session) await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  };
}
