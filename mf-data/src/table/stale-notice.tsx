import { useFormat } from '@headwater/shared/messages';
import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '@headwater/shared/tables';

/** Tells users that an older version is shown because the last run failed or its version is held back. */
export function StaleNotice({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const source = paths.sourceConnection(address.organizationId, address.sourceConnectionId);
  const { held, rows, freshAsOf } = table;
  const time = freshAsOf ? dateTime(freshAsOf) : '–';
  return (
    <Banner
      tone="warn"
      action={
        <Button size="small" to={held ? source : `${source}?tab=runs`}>
          {t(held ? 'table.held_decide' : 'table.stale_runs')}
        </Button>
      }
    >
      {held ? t('table.held', { time, before: rows ?? 0, after: held.rows }) : t('table.stale', { time })}
    </Banner>
  );
}
