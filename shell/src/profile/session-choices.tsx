import { useEffect, useRef, useSyncExternalStore } from 'react';
import { setLanguage, setTimeZone } from '@headwater/shared/messages';
import { queryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import { useTheme } from '@headwater/shared/ui';

/**
 * What somebody chose in their profile wins over this browser's own choice as soon as their session is known. The
 * browser remembers it as its own (cookie, local storage), so that the next page begins with it.
 */
export function SessionChoices() {
  const session = useKnownSession();
  const { setTheme } = useTheme();
  const followed = useRef<string | undefined>(undefined);
  useEffect(() => {
    // once a session: from then on its choices are made here
    if (session?.id === followed.current) return;
    followed.current = session?.id;
    setTimeZone(session?.timeZone ?? null);
    if (session?.theme) setTheme(session.theme);
    // without the texts of their language people still have those of the page's
    if (session?.language) setLanguage(session.language).catch(() => {});
  }, [session, setTheme]);
  return null;
}

/** Reads along and never asks; also after everything was forgotten at a log-out, which cuts an observer off. */
const useKnownSession = () =>
  useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => queryClient.getQueryData(sessionQuery.queryKey),
  );
