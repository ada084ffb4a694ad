import { useQuery } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { Button, Note, Stack } from '@headwater/shared/ui';
import { EmptyState, ProgressBar } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { sourceQuery } from '../source.queries.ts';

/** Shown while the table has no version: the first sync is in progress, or none has loaded the table yet. */
export function NotSyncedYet({ address, table }: { address: TableAddress; table: Table }) {
  const source = useQuery(sourceQuery(address));
  const status = source.data?.status;
  const isRunning = status === 'running' || status === 'queued';
  if (isRunning) return <FirstSync table={table} rowsRead={source.data?.lastRun?.rowsRead ?? 0} />;
  return <NotSynced address={address} table={table} />;
}

function FirstSync({ table, rowsRead }: { table: Table; rowsRead: number }) {
  const t = messages.use();
  const title = t('table.first_sync', { table: table.tableName });
  return (
    <Stack gap={3} role="status">
      <strong>{title}</strong>
      <ProgressBar label={title} value={null} />
      <Note>
        {t('table.first_sync_rows', { rows: rowsRead, source: table.sourceConnectionName })}.{' '}
        {t('table.first_sync_text')}
      </Note>
    </Stack>
  );
}

function NotSynced({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  return (
    <EmptyState
      title={t('table.never', { table: table.tableName })}
      action={
        <Button
          variant="primary"
          to={paths.sourceConnection(address.organizationId, address.sourceConnectionId)}
        >
          {t('table.open_source')}
        </Button>
      }
    >
      {t('table.never_text', { source: table.sourceConnectionName })}
    </EmptyState>
  );
}
