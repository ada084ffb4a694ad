import { useEffect, useRef, useState } from 'react';
import { sharedMessages } from '@headwater/shared/messages';
import { useNavigationType } from '@headwater/shared/routing';
import { useSession } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { startDemo } from '../auth.queries.ts';
import { sampleTable } from './sample-table.ts';
import { hasReason } from '../error-code.ts';
import { useAttemptLimit } from '../use-attempt-limit.ts';
import { useEnter } from '../use-enter.ts';

/**
 * Makes the demo's account and goes into its workspace. By itself only where a link of our own was pressed to get
 * here: opening, reloading or prefetching the address makes no account, and takes nobody out of theirs.
 */
export function useStartDemo(code: string) {
  const session = useSession();
  const shared = sharedMessages.use();
  const enter = useEnter();
  const { limit, lift, heeds } = useAttemptLimit();
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const report = (fault: unknown) => {
    if (hasReason(fault)) setError(fault);
    else toast.error(shared('error.contact_support'));
  };
  const start = async () => {
    setStarting(true);
    setError(null);
    try {
      const started = await startDemo(code);
      await enter(started, await sampleTable(started));
    } catch (caught) {
      if (!heeds(caught)) report(caught);
    }
    setStarting(false);
  };

  const cameByLink = useNavigationType() === 'PUSH';
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !cameByLink || session) return;
    begun.current = true;
    void start();
  });
  return { start, starting, error, limit, lift };
}
