import { paths, useNavigate } from '@headwater/shared/routing';
import type { Session } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { useEnter } from '../use-enter.ts';

/**
 * Returns what to do after a sign-up: enter immediately, or wait for the email address to be confirmed. `landing` is the
 * workspace of an invitation.
 */
export function useSignedUp(landing: string | null = null) {
  const t = messages.use();
  const navigate = useNavigate();
  const enter = useEnter();
  return async (email: string, session: Session | null) => {
    toast.success(t('signup.done'));
    if (session) await enter(session, landing);
    else await navigate(paths.confirmEmail({ email }));
  };
}
