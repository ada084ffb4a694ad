import { useBlocker, useUnsavedChanges } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useEffect } from 'react';
import { messages } from '../messages.ts';

/** The state of a navigation after saving, which can start before the page knows that no changes are left. */
export const SAVED = 'saved';

/** Asks for confirmation before unsaved changes are lost, both on navigation and when the tab is closed. */
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
