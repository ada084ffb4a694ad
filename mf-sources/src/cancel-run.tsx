import { Button } from '@headwater/shared/ui';
import { messages } from './messages.ts';
import type { SourceConnection } from './source.queries.ts';
import type { SyncRun } from './sync-run.queries.ts';
import { useCancelRun } from './use-run-actions.ts';
import { useWorkspace } from './workspace.ts';

interface CancelRunProps {
  source: SourceConnection;
  run: Pick<SyncRun, 'id' | 'state'>;
}

/** A button that stops a run. Renders nothing for people who aren't allowed to. */
export function CancelRun({ source, run }: CancelRunProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const cancel = useCancelRun(organizationId, source.id);
  if (!source.can.sync) return null;
  return (
    <Button
      busy={cancel.isPending || run.state === 'cancelling'}
      busyLabel={t('details.cancelling')}
      onClick={() => cancel.mutate(run.id)}
    >
      {t('details.cancel')}
    </Button>
  );
}
