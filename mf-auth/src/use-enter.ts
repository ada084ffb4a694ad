import { useNavigate, useSearchParams } from '@headwater/shared/routing';
import { afterSignIn, clearSession, storeSession, useSession, type Session } from '@headwater/shared/session';

/** Stores a new session and goes where the user wanted to go. */
export function useEnter() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const former = useSession();
  /** `landing` is where to go if the URL has no destination. */
  return async (session: Session, landing: string | null = null) => {
    if (former) clearSession(); // nothing of the former account, such as the demo's, may stay in memory
    storeSession(session);
    const next = params.get('next');
    await navigate(afterSignIn(session, (leadsNowhere(session, next) ? null : next) ?? landing), {
      replace: true,
    });
  };
}

/** A new user doesn't belong to any workspace yet, so a path in one would lead to the not-found screen. */
function leadsNowhere({ organizations }: Session, next: string | null) {
  return organizations.length === 0 && next?.startsWith('/w/');
}
