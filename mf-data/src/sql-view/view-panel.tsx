import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Banner, Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { editPath, sqlViewQueries, type SqlView } from '@headwater/shared/figures';

/** Whether a view shows what its query makes of its tables. */
export function ViewPanel({ address, table }: { address: TableAddress; table: Table }) {
  const { data: view } = useQuery(sqlViewQueries.one(address.organizationId, table.id));
  if (!view) return null;
  return <ViewNotice organizationId={address.organizationId} view={view} table={table} />;
}

interface ViewNoticeProps {
  organizationId: string;
  view: SqlView;
  table: Table;
}

function ViewNotice({ organizationId, view, table }: ViewNoticeProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const { dateTime } = useFormat();
  const isShown = table.version !== null && view.maskedSince.length === 0;
  const masked = t('view.masked', { columns: view.maskedSince.join(', ') });
  if (view.state === 'failed')
    return (
      <Banner
        tone="bad"
        action={
          view.can.edit && (
            <Button size="small" to={editPath(organizationId, view)}>
              {t('view.edit')}
            </Button>
          )
        }
      >
        <strong>{t('view.failed')}</strong> {view.failure && errorText(view.failure)}{' '}
        {isShown && table.freshAsOf && t('view.failed_shown', { time: dateTime(table.freshAsOf) })}
        {view.maskedSince.length > 0 && masked}
      </Banner>
    );
  if (view.maskedSince.length > 0) return <Banner tone="warn">{masked}</Banner>;
  if (view.state !== 'current' && table.version !== null)
    return <Banner tone="info">{t(`view.${view.state}`)}</Banner>;
  return null;
}
