import { useFormat } from '@headwater/shared/messages';
import { paths, useSearchParams } from '@headwater/shared/routing';
import { Skeleton } from '@headwater/shared/ui';
import { Tabs } from '@headwater/shared/ui/tabs';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { DamageNotice } from './damage-notice.tsx';
import { RowGrid } from './rows/row-grid.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { codeOf, WithCode } from './with-code.tsx';

const columns = codeOf(
  'columns',
  () => import(/* webpackChunkName: "columns" */ './columns/table-columns.tsx'),
);
const versions = codeOf('versions', () => import(/* webpackChunkName: "versions" */ './table-versions.tsx'));

interface TableViewsProps {
  address: TableAddress;
  table: Table;
}

/** The tabs for rows, columns, and versions, with the current one in the URL. */
export function TableViews({ address, table }: TableViewsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const [query] = useSearchParams();
  const page = paths.table(address.organizationId, address.sourceConnectionId, address.tableName);
  const tab = query.get('tab');
  const tabs = [
    { to: page, label: t('table.tab.rows'), current: tab !== 'columns' && tab !== 'versions' },
    {
      to: `${page}?tab=columns`,
      label: t('table.tab.columns'),
      count: number(table.columns.length),
      current: tab === 'columns',
    },
    { to: `${page}?tab=versions`, label: t('table.tab.versions'), current: tab === 'versions' },
  ];
  return (
    <>
      {table.damagedAt && <DamageNotice address={address} table={table} />}
      {table.stale && <StaleNotice address={address} table={table} />}
      <Tabs label={t('table.views', { table: table.tableName })} tabs={tabs} />
      <View tab={tab} address={address} table={table} />
    </>
  );
}

function View({ tab, address, table }: TableViewsProps & { tab: string | null }) {
  const t = messages.use();
  if (tab === 'columns')
    return (
      <WithCode code={columns} thing={t('profile.thing')} loading={<Skeleton width="100%" height={420} />}>
        {({ TableColumns }) => <TableColumns address={address} table={table} />}
      </WithCode>
    );
  if (tab !== 'versions') return <RowGrid address={address} table={table} />;
  return (
    <WithCode code={versions} thing={t('versions.thing')} loading={<Skeleton width="100%" height={420} />}>
      {({ TableVersions }) => <TableVersions address={address} table={table} />}
    </WithCode>
  );
}
