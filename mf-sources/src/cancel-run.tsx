import { Button } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from './messages.ts';
import type { SourceConnection } from './source.queries.ts';
import type { SyncRun } from './sync-run.queries.ts';
import { useCancelRun } from './use-run-actions.ts';
import { useWorkspace } from './workspace.ts';

interface CancelRunProps {
  source: SourceConnection;
  run: Pick<SyncRun, 'id' | 'number' | 'state'>;
}

/**
 * A button that stops a run, after it has said what that keeps. A run that hasn't begun has nothing to lose. Renders
 * nothing for people who aren't allowed to.
 */
export function CancelRun({ source, run }: CancelRunProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const cancel = useCancelRun(organizationId, source.id);
  const [isAsking, setAsking] = useState(false);
  if (!source.can.sync) return null;
  const isStopping = cancel.isPending || run.state === 'canceling';
  return (
    <>
      <Button
        busy={isStopping}
        busyLabel={t('details.canceling')}
        onClick={() => (run.state === 'running' ? setAsking(true) : cancel.mutate(run.id))}
      >
        {t('details.cancel')}
      </Button>
      <Dialog
        open={isAsking && run.state === 'running'}
        title={t('details.cancel_title', { number: run.number })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              {t('details.keep_running')}
            </Button>
            <Button
              variant="danger"
              busy={isStopping}
              onClick={() => cancel.mutate(run.id, { onSettled: () => setAsking(false) })}
            >
              {t('details.cancel')}
            </Button>
          </>
        }
      >
        {t('details.cancel_text')}
      </Dialog>
    </>
  );
}
