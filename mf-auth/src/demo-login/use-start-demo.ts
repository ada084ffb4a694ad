import { useEffect, useRef, useState } from 'react';
import { sharedMessages } from '@headwater/shared/messages';
import { useNavigationType } from '@headwater/shared/routing';
import { useSession } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { startDemo } from '../auth.queries.ts';
import { sampleReport } from './sample-report.ts';
import { hasReason } from '../error-code.ts';
import { useAttemptLimit } from '../use-attempt-limit.ts';
import { useEnter } from '../use-enter.ts';

/**
 * Creates the demo's account and opens its workspace. Starts automatically only after a click on a link within the
 * product: opening, reloading, or prefetching the URL creates no account and logs no one out.
 */
export function useStartDemo(code: string) {
  const session = useSession();
  const shared = sharedMessages.use();
  const enter = useEnter();
  const { limit, lift, handles } = useAttemptLimit();
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const report = (caught: unknown) => {
    if (hasReason(caught)) setError(caught);
    else toast.error(shared('error.contact_support'));
  };
  const start = async () => {
    setStarting(true);
    setError(null);
    try {
      const started = await startDemo(code);
      await enter(started, await sampleReport(started));
    } catch (caught) {
      if (!handles(caught)) report(caught);
    }
    setStarting(false);
  };

  const followedLink = useNavigationType() === 'PUSH';
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current || !followedLink || session) return;
    hasStarted.current = true;
    void start();
  });
  return { start, starting, error, limit, lift };
}
