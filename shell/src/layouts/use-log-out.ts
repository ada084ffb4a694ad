import { useState } from 'react';
import { paths } from '@headwater/shared/routing';
import { logOut as endSession, useSignedIn } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { browser } from '../remotes/reload-once.ts';

/** Ends the session, then loads a new document, so that nothing of the old one stays in memory. */
export function useLogOut() {
  const t = messages.use();
  const session = useSignedIn();
  const [loggingOut, setLoggingOut] = useState(false);
  const logOut = async () => {
    setLoggingOut(true);
    try {
      await endSession(session);
      browser.open(paths.login());
    } catch {
      toast.error(t('user.log_out_failed'));
      setLoggingOut(false);
    }
  };
  return { loggingOut, logOut };
}
