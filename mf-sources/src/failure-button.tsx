import type { Failure } from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { messages } from './messages.ts';
import type { SourceConnection } from './source.queries.ts';
import { useWorkspace } from './workspace.ts';
import { remedyOf, waitsForDecision } from './remedy.ts';
import { SyncButton } from './sync-button.tsx';

interface FailureButtonProps {
  failure: Failure;
  source: SourceConnection;
  /** The tables to retry, if that helps; all of them without it. */
  tables?: readonly string[];
}

/** The button that helps with a failure. Renders nothing for people who aren't allowed to use it. */
export function FailureButton({ failure, source, tables }: FailureButtonProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const remedy = remedyOf(failure);
  if (remedy === 'again' && tables)
    return (
      <SyncButton source={source} contents={{ tables: [...tables] }}>
        {t('sync.retry', { count: tables.length, table: tables[0] ?? '' })}
      </SyncButton>
    );
  if (remedy === 'again') return <SyncButton source={source}>{t('details.again')}</SyncButton>;
  if (!source.can.edit) return null;
  if (waitsForDecision(failure))
    return (
      <Button size="small" to={decisionPath(organizationId, source.id, failure)}>
        {t(remedy === 'changes' ? 'schema_changes.decide' : 'details.decide')}
      </Button>
    );
  const settings = `${paths.sourceConnection(organizationId, source.id)}?tab=settings${failure.field ? `&field=${failure.field}` : ''}`;
  return (
    <Button size="small" to={remedy === 'edit' ? settings : paths.selectData(organizationId, source.id)}>
      {t(remedy === 'edit' ? 'details.edit' : 'details.choose')}
    </Button>
  );
}

/** Where someone decides what a table waits for. */
export const decisionPath = (organizationId: string, sourceConnectionId: string, failure: Failure): string =>
  paths.sourceConnection(organizationId, sourceConnectionId) +
  (remedyOf(failure) === 'changes' ? '?tab=changes' : '');
