import { useNavigate, useSearchParams } from '@headwater/shared/routing';
import { afterSignIn, clearSession, storeSession, useSession, type Session } from '@headwater/shared/session';

/** Takes somebody who has just been let in to where they wanted to go. */
export function useEnter() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const former = useSession();
  /** `landing` is where to go if nowhere else was asked for. */
  return async (session: Session, landing: string | null = null) => {
    if (former) clearSession(); // from the demo, say: nothing of that account stays in memory
    storeSession(session);
    const next = params.get('next');
    await navigate(afterSignIn(session, (leadsNowhere(session, next) ? null : next) ?? landing), {
      replace: true,
    });
  };
}

/** A newcomer on the way to some workspace would end at the not-found screen: they are in none yet. */
function leadsNowhere({ organizations }: Session, next: string | null) {
  return organizations.length === 0 && next?.startsWith('/w/');
}
