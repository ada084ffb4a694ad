import { useFormat } from '@headwater/shared/messages';
import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '../table.queries.ts';

/** The last run failed: what is shown is the last good version, and says so. */
export function StaleNotice({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const runs = `${paths.sourceConnection(address.organizationId, address.sourceConnectionId)}?tab=runs`;
  return (
    <Banner
      tone="warn"
      action={
        <Button size="small" to={runs}>
          {t('table.stale_runs')}
        </Button>
      }
    >
      {t('table.stale', { time: table.freshAsOf ? dateTime(table.freshAsOf) : '–' })}
    </Banner>
  );
}
