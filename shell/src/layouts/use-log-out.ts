import { useRef, useState } from 'react';
import { paths } from '@headwater/shared/routing';
import { endSession, useSignedIn } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { forgetVisits } from '../palette/visits.ts';
import { leaveSignedOut } from '../remotes/reload-for-sign-in.ts';

/** Ends the session, then loads a new document, so that nothing of the old one stays in memory. */
export function useLogOut() {
  const t = messages.use();
  const session = useSignedIn();
  const [loggingOut, setLoggingOut] = useState(false);
  // A menu that closes still takes the second click of a double click.
  const begun = useRef(false);
  const logOut = async () => {
    if (begun.current) return;
    begun.current = true;
    setLoggingOut(true);
    try {
      await endSession(session);
      forgetVisits();
      leaveSignedOut(paths.login());
    } catch {
      toast.error(t('user.log_out_failed'));
      begun.current = false;
      setLoggingOut(false);
    }
  };
  return { loggingOut, logOut };
}
