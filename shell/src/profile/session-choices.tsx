import { useEffect, useRef, useSyncExternalStore } from 'react';
import { setLanguage, setTimeZone } from '@headwater/shared/messages';
import { queryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import { useTheme } from '@headwater/shared/ui';

/**
 * Applies the choices in a user's profile over this browser's own as soon as the session is known. The
 * browser remembers them as its own (cookie, local storage), so that the next page starts with them.
 */
export function SessionChoices() {
  const session = useKnownSession();
  const { setTheme } = useTheme();
  const followed = useRef<string | undefined>(undefined);
  useEffect(() => {
    // once per session: from then on, choices are made here
    if (session?.id === followed.current) return;
    followed.current = session?.id;
    setTimeZone(session?.timeZone ?? null);
    if (session?.theme) setTheme(session.theme);
    // if the texts of the profile's language can't be loaded, the page keeps its own
    if (session?.language) setLanguage(session.language).catch(() => {});
  }, [session, setTheme]);
  return null;
}

/**
 * Observes the session without fetching it, even after a log-out has cleared the cache, which would
 * disconnect a query observer.
 */
const useKnownSession = () =>
  useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => queryClient.getQueryData(sessionQuery.queryKey),
  );
