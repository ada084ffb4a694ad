import type { NewSyncRun } from '@headwater/shared/contract';
import { Button } from '@headwater/shared/ui';
import type { ReactNode } from 'react';
import { messages } from './messages.ts';
import { isBusy, type SourceConnection } from './source.queries.ts';
import { useWorkspace } from './workspace.ts';
import { useStartRun } from './use-run-actions.ts';

interface SyncButtonProps {
  source: SourceConnection;
  /** What to read; all selected tables without it. */
  contents?: NewSyncRun;
  children: ReactNode;
}

/** A small button within a message that starts a run. Renders nothing without permission or while a run is active. */
export function SyncButton({ source, contents = {}, children }: SyncButtonProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const start = useStartRun(organizationId, source.id);
  if (!source.can.sync || isBusy(source)) return null;
  return (
    <Button
      size="small"
      busy={start.isPending}
      busyLabel={t('details.syncing')}
      onClick={() => start.mutate(contents)}
    >
      {children}
    </Button>
  );
}
