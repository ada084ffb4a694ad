import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useWorkspace } from '../../workspace.ts';
import { decideChanges, type Decision, type SchemaChange } from './schema-changes.queries.ts';

interface Decided {
  decision: Decision;
  changes: readonly SchemaChange[];
}

/** Decides about pending changes of a connection, and says what came of it. */
export function useDecision({ id: sourceConnectionId, pause, pendingChanges }: SourceConnection) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const errorText = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, changes }: Decided) =>
      decideChanges(organizationId, sourceConnectionId, decision, changes),
    onSuccess: (_, { decision, changes }) => {
      const values = { count: changes.length, table: changes[0]?.tableName ?? '' };
      const done = t(`schema_changes.done_${decision}`, values);
      const resumes = pause?.code === 'schema_changed' && pendingChanges <= changes.length;
      toast.success(resumes ? t('schema_changes.done_resumed', { done }) : done);
    },
    onError: (error) => toast.error(t('schema_changes.failed', { reason: errorText(error) })),
    // After an error as well: someone else may have decided, or the source may have changed again.
    onSettled: () =>
      Promise.all(
        (['schema_changes', 'source_connections', 'schedules', 'catalogs'] as const).map((type) =>
          client.invalidateQueries({ queryKey: liveKey(type, organizationId) }),
        ),
      ),
  });
}
