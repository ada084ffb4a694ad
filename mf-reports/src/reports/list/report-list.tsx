import { Link, paths } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { Button, Cut, Row, Text } from '@headwater/shared/ui';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import {
  Avatar,
  EmptyState,
  Frame,
  FrameFoot,
  Freshness,
  RelativeTime,
} from '@headwater/shared/ui/workspace';
import { ListFilterBar } from '../../list-filter/list-filter-bar.tsx';
import { useListFilter } from '../../list-filter/use-list-filter.ts';
import { messages } from '../../messages.ts';
import { FavoriteButton } from '../favorite-button.tsx';
import { oldestOf } from '../oldest.ts';
import type { ListedReport } from '@headwater/shared/figures';
import { Deliveries } from './deliveries.tsx';
import { ReportMenu } from './report-menu.tsx';
import { Views } from './views.tsx';
import { reportsShown, searchReports, SHOWN } from './report-search.ts';

interface ReportListProps {
  organizationId: string;
  reports: readonly ListedReport[];
  /** Undefined until they are fetched. */
  tables: readonly Table[] | undefined;
}

/** The reports with a search and what kind of them is shown, both in the URL. */
export function ReportList({ organizationId, reports, tables }: ReportListProps) {
  const t = messages.use();
  const filter = useListFilter(SHOWN);
  const { shown, search } = filter;
  const found = searchReports(reportsShown(reports, shown), search);
  const columns = useColumns(organizationId, tables);
  return (
    <>
      <ListFilterBar
        filter={filter}
        label={t('reports.show')}
        searchLabel={t('reports.find')}
        nameOf={(one) => t(`reports.show_${one}`)}
        countOf={(one) => reportsShown(reports, one).length}
      />
      {found.length === 0 ? (
        <EmptyState
          title={search ? t('reports.none_found', { search }) : t('reports.none_shown')}
          action={<Button onClick={filter.clear}>{t('reports.show_everything')}</Button>}
        />
      ) : (
        <Frame bleed>
          <DataTable
            label={t('reports.area')}
            columns={columns}
            rows={found}
            rowKey={({ id }) => id}
            density="two-line"
          />
          <FrameFoot>{t('reports.total', { count: found.length })}</FrameFoot>
        </Frame>
      )}
    </>
  );
}

function useColumns(
  organizationId: string,
  tables: readonly Table[] | undefined,
): DataTableColumn<ListedReport>[] {
  const t = messages.use();
  const byId = tables && new Map(tables.map((table) => [table.id, table]));
  return [
    {
      id: 'report',
      head: t('reports.col_report'),
      rowHead: true,
      cell: ({ id, name, cards, changedAt, changedBy }) => (
        <>
          <Cut title={name}>
            <Link to={paths.report(organizationId, id)}>{name}</Link>
          </Cut>
          <Cut title={changedBy ?? undefined}>
            <Text tone="dim" size={12}>
              {t('reports.cards', { count: cards })} · <RelativeTime iso={changedAt} />
            </Text>
          </Cut>
        </>
      ),
    },
    {
      id: 'owner',
      head: t('reports.col_owner'),
      cell: ({ createdBy }) =>
        createdBy === null ? (
          '–'
        ) : (
          <Row nowrap>
            <Avatar name={createdBy} />
            <Cut title={createdBy}>{createdBy}</Cut>
          </Row>
        ),
      hideBelow: 900,
      width: 200,
    },
    {
      id: 'fresh',
      head: t('reports.col_fresh'),
      cell: ({ tableIds }) => {
        // Nothing until the tables are known, because a dash says that none has data.
        if (!byId) return null;
        const oldest = oldestOf(tableIds.flatMap((id) => byId.get(id) ?? []));
        return oldest ? (
          <Freshness asOf={oldest.freshAsOf} delayed={oldest.stale} lateAt={oldest.lateAt} />
        ) : (
          '–'
        );
      },
      hideBelow: 600,
      width: 170,
    },
    {
      id: 'views',
      head: t('reports.col_views'),
      cell: ({ openings, openingsByLinks }) => (
        <Views openings={openings} openingsByLinks={openingsByLinks} />
      ),
      align: 'end',
      hideBelow: 600,
      width: 176,
    },
    {
      id: 'deliveries',
      head: t('reports.col_deliveries'),
      cell: ({ deliveries }) => <Deliveries of={deliveries} />,
      hideBelow: 900,
      width: 190,
    },
    {
      id: 'favorite',
      head: '',
      cell: (report) => (
        <Row nowrap gap={1} justify="end">
          <FavoriteButton organizationId={organizationId} report={report} />
          <ReportMenu organizationId={organizationId} report={report} />
        </Row>
      ),
      width: 96,
    },
  ];
}
