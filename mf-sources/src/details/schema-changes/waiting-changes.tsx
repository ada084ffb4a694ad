import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useWorkspace } from '../../workspace.ts';

/** Says that changes at the source wait for a decision, and leads to them. */
export function WaitingChanges({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  if (source.pendingChanges === 0) return null;
  const changes = `${paths.sourceConnection(organizationId, source.id)}?tab=changes`;
  return (
    <Banner
      tone="warn"
      role="note"
      action={
        <Button size="small" to={changes}>
          {t('schema_changes.decide')}
        </Button>
      }
    >
      {t('schema_changes.waiting', { count: source.pendingChanges })}
    </Banner>
  );
}
