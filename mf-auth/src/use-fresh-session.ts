import { queryClient } from '@headwater/shared/query';
import { sessionQuery, useSession } from '@headwater/shared/session';

/** Asks again who is signed in, after something that may have changed it; an anonymous visitor stays one. */
export function useFreshSession() {
  const session = useSession();
  return async () => {
    // what is known holds on where the answer can't be had: the deed itself is done
    if (session) await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  };
}
