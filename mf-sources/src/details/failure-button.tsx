import type { Failure } from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { remedyOf } from './remedy.ts';
import { useStartRun } from './use-run-actions.ts';

interface FailureButtonProps {
  failure: Failure;
  source: SourceConnection;
}

/** The one press that helps against a failure; nothing for those who may not press it. */
export function FailureButton({ failure, source }: FailureButtonProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const start = useStartRun(organizationId, source.id);
  const remedy = remedyOf(failure);
  if (remedy === 'decide') return null;
  if (remedy === 'again') {
    if (!source.can.sync || isBusy(source)) return null;
    return (
      <Button
        size="small"
        busy={start.isPending}
        busyLabel={t('details.syncing')}
        onClick={() => start.mutate()}
      >
        {t('details.again')}
      </Button>
    );
  }
  if (!source.can.edit) return null;
  const settings = `${paths.sourceConnection(organizationId, source.id)}?tab=settings${failure.field ? `&field=${failure.field}` : ''}`;
  return (
    <Button size="small" to={remedy === 'edit' ? settings : paths.selectData(organizationId, source.id)}>
      {t(remedy === 'edit' ? 'details.edit' : 'details.choose')}
    </Button>
  );
}
