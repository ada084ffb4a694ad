import { useFormat } from '@headwater/shared/messages';
import { paths, useSearchParams } from '@headwater/shared/routing';
import { Tabs } from '@headwater/shared/ui/tabs';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { ColumnList } from './column-list.tsx';
import { DamageNotice } from './damage-notice.tsx';
import { RowGrid } from './rows/row-grid.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { comparedIn } from './diff-address.ts';
import { VersionDiff } from './version-diff.tsx';
import { VersionList } from './version-list.tsx';

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
      <View tab={tab} query={query} address={address} table={table} />
    </>
  );
}

function View({
  tab,
  query,
  address,
  table,
}: TableViewsProps & { tab: string | null; query: URLSearchParams }) {
  if (tab === 'columns') return <ColumnList table={table} />;
  if (tab === 'versions') {
    const versions = comparedIn(query);
    if (versions) return <VersionDiff address={address} table={table} versions={versions} />;
    return <VersionList address={address} table={table} />;
  }
  return <RowGrid address={address} table={table} />;
}
