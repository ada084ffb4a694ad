import type { Failure } from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { messages } from './messages.ts';
import type { SourceConnection } from './source.queries.ts';
import { useWorkspace } from './workspace.ts';
import { ANY_SECRET, remedyOf, waitsForDecision } from './remedy.ts';
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
  if (remedy === 'choose')
    return (
      <Button size="small" to={paths.selectData(organizationId, source.id)}>
        {t('details.choose')}
      </Button>
    );
  const field = failure.field ?? (remedy === 'connect' ? ANY_SECRET : null);
  return (
    <Button
      size="small"
      to={`${paths.sourceConnection(organizationId, source.id)}?tab=settings${field ? `&field=${field}` : ''}`}
    >
      {t(remedy === 'connect' ? 'details.connect_again' : 'details.edit')}
    </Button>
  );
}

/** Where someone decides what a table waits for. */
export const decisionPath = (organizationId: string, sourceConnectionId: string, failure: Failure): string =>
  paths.sourceConnection(organizationId, sourceConnectionId) +
  (remedyOf(failure) === 'changes' ? '?tab=changes' : '');
