import { useFormat } from '@headwater/shared/messages';
import { paths, useSearchParams } from '@headwater/shared/routing';
import { Tabs } from '@headwater/shared/ui/tabs';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { ColumnList } from './column-list.tsx';
import { RowGrid } from './row-grid.tsx';
import { StaleNotice } from './stale-notice.tsx';

interface TableViewsProps {
  address: TableAddress;
  table: Table;
}

/** The tabs for rows and columns, with the current one in the URL. */
export function TableViews({ address, table }: TableViewsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const [query] = useSearchParams();
  const page = paths.table(address.organizationId, address.sourceConnectionId, address.tableName);
  const showsColumns = query.get('tab') === 'columns';
  const tabs = [
    { to: page, label: t('table.tab.rows'), current: !showsColumns },
    {
      to: `${page}?tab=columns`,
      label: t('table.tab.columns'),
      count: number(table.columns.length),
      current: showsColumns,
    },
  ];
  return (
    <>
      {table.stale && <StaleNotice address={address} table={table} />}
      <Tabs label={t('table.views', { table: table.tableName })} tabs={tabs} />
      {showsColumns ? <ColumnList table={table} /> : <RowGrid address={address} table={table} />}
    </>
  );
}
