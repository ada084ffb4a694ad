import { isMade } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { paths, useSearchParams } from '@headwater/shared/routing';
import { Skeleton } from '@headwater/shared/ui';
import { Tabs } from '@headwater/shared/ui/tabs';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { DamageNotice } from './damage-notice.tsx';
import { RowGrid } from './rows/row-grid.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { codeOf, WithCode } from '@headwater/shared/figures';

const columns = codeOf(
  'columns',
  () => import(/* webpackChunkName: "columns" */ './columns/table-columns.tsx'),
);
const chart = codeOf('chart', () => import(/* webpackChunkName: "chart" */ './table-chart.tsx'));
const lineage = codeOf(
  'lineage',
  () => import(/* webpackChunkName: "lineage" */ './lineage/table-lineage.tsx'),
);
const versions = codeOf('versions', () => import(/* webpackChunkName: "versions" */ './table-versions.tsx'));

interface TableViewsProps {
  address: TableAddress;
  table: Table;
}

/** The tabs for rows, columns, a chart, versions, and lineage, with the current one in the URL. */
export function TableViews({ address, table }: TableViewsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const [query] = useSearchParams();
  const page = paths.table(address.organizationId, address.sourceConnectionId, address.tableName);
  const tab = query.get('tab');
  const tabs = [
    {
      to: rowsPath(page, query),
      label: t('table.tab.rows'),
      current: !['columns', 'chart', 'versions', 'lineage'].includes(tab ?? ''),
    },
    {
      to: `${page}?tab=columns`,
      label: t('table.tab.columns'),
      count: number(table.columns.length),
      current: tab === 'columns',
    },
    { to: chartPath(page, query), label: t('table.tab.chart'), current: tab === 'chart' },
    { to: `${page}?tab=versions`, label: t('table.tab.versions'), current: tab === 'versions' },
    { to: `${page}?tab=lineage`, label: t('table.tab.lineage'), current: tab === 'lineage' },
  ];
  return (
    <>
      {table.damagedAt && <DamageNotice address={address} table={table} />}
      {table.stale && !isMade(table.selection) && <StaleNotice address={address} table={table} />}
      <Tabs label={t('table.views', { table: table.tableName })} tabs={tabs} />
      <View tab={tab} address={address} table={table} />
    </>
  );
}

/** The chart is of the rows that match, and the other way around. */
const chartPath = (page: string, query: URLSearchParams) =>
  `${page}?${new URLSearchParams({ tab: 'chart', ...kept(query, 'filter') })}`;

function rowsPath(page: string, query: URLSearchParams): string {
  const rows = query.get('tab') === 'chart' ? new URLSearchParams(kept(query, 'filter')).toString() : '';
  return rows === '' ? page : `${page}?${rows}`;
}

const kept = (query: URLSearchParams, name: string): Record<string, string> =>
  query.get(name) ? { [name]: query.get(name)! } : {};

function View({ tab, address, table }: TableViewsProps & { tab: string | null }) {
  const t = messages.use();
  if (tab === 'columns')
    return (
      <WithCode code={columns} thing={t('profile.thing')} loading={<Skeleton width="100%" height={420} />}>
        {({ TableColumns }) => <TableColumns address={address} table={table} />}
      </WithCode>
    );
  if (tab === 'chart' && table.version !== null) {
    const { version } = table;
    return (
      <WithCode code={chart} thing={t('chart.thing')} loading={<Skeleton width="100%" height={420} />}>
        {({ TableChart }) => <TableChart address={address} table={table} version={version} />}
      </WithCode>
    );
  }
  if (tab === 'lineage')
    return (
      <WithCode code={lineage} thing={t('lineage.thing')} loading={<Skeleton width="100%" height={160} />}>
        {({ TableLineage }) => <TableLineage address={address} table={table} />}
      </WithCode>
    );
  if (tab !== 'versions') return <RowGrid address={address} table={table} />;
  return (
    <WithCode code={versions} thing={t('versions.thing')} loading={<Skeleton width="100%" height={420} />}>
      {({ TableVersions }) => <TableVersions address={address} table={table} />}
    </WithCode>
  );
}
