import { useErrorText } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Button, Stack } from '@headwater/shared/ui';
import { EmptyState, ProgressBar } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { editPath, sqlViewQueries } from '@headwater/shared/figures';

/** Shown while a view has no rows yet: it's being made, or that failed. */
export function ViewNotMade({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const errorText = useErrorText();
  const { data: view } = useQuery(sqlViewQueries.one(address.organizationId, table.id));
  const title = t('view.first', { name: table.tableName });
  if (view?.state === 'failed')
    return (
      <EmptyState
        title={t('view.never', { name: table.tableName })}
        action={
          view.can.edit && (
            <Button variant="primary" to={editPath(address.organizationId, view)}>
              {t('view.edit')}
            </Button>
          )
        }
      >
        {view.failure && errorText(view.failure)}
      </EmptyState>
    );
  return (
    <Stack gap={3} role="status">
      <strong>{title}</strong>
      <ProgressBar label={title} value={null} />
    </Stack>
  );
}
