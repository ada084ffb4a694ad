import { useBlocker, useUnsavedChanges } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useEffect } from 'react';
import { messages } from '../messages.ts';

/** The state of a navigation that follows saving: it may come before the page knows that there are no changes left. */
export const SAVED = 'saved';

/** Asks before a page is left with changes that aren't saved, inside the product and out of it. */
export function LeaveGuard({ changes }: { changes: number }) {
  const t = messages.use();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changes > 0 && currentLocation.pathname !== nextLocation.pathname && nextLocation.state !== SAVED,
  );
  useUnsavedChanges(changes > 0);
  useEffect(() => {
    if (changes === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changes]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      open
      title={t('leave.title')}
      onClose={blocker.reset}
      actions={
        <>
          <Button variant="ghost" onClick={blocker.proceed}>
            {t('leave.leave')}
          </Button>
          <Button variant="primary" onClick={blocker.reset}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text', { count: changes })}</p>
    </Dialog>
  );
}
