import { compareNames, type TableQuality } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Link, paths } from '@headwater/shared/routing';
import { UnsyncedActions, UnsyncedTag, type Table } from '@headwater/shared/tables';
import { QueryBoundary, Cut, Skeleton, Stack, styled, Text } from '@headwater/shared/ui';
import { EmptyState, Frame, Freshness } from '@headwater/shared/ui/workspace';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { useMemo } from 'react';
import { messages } from '../messages.ts';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { tablesOf } from '../table.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { Running } from '../run/running.tsx';
import { qualityQueries } from './quality/quality.queries.ts';

/** The tables that the connection has loaded, below the run that is in progress, if any. */
export function TablesTab({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const tables = useQuery(tablesOf(organizationId, source.id));
  const running = isBusy(source) ? source.lastRun : null;
  return (
    <>
      {running && <Running source={source} runId={running.id} />}
      <QueryBoundary query={tables} thing={t('tables_tab.thing')} loading={<TablesLoading />}>
        {(all) => <Tables source={source} tables={all} isRunning={!!running} />}
      </QueryBoundary>
    </>
  );
}

interface TablesProps {
  source: SourceConnection;
  tables: readonly Table[];
  isRunning: boolean;
}

/** Loaded tables by name, with actions for those that are no longer synced. */
function Tables({ source, tables, isRunning }: TablesProps) {
  const t = messages.use();
  const loaded = tables
    .filter((table) => table.version !== null)
    .toSorted((one, other) => compareNames(one.tableName, other.tableName));
  const isSynced = loaded.every(({ selection }) => selection === 'selected');
  const columns = useTableColumns(source).filter(({ id }) => id !== 'actions' || !isSynced);
  if (loaded.length === 0) {
    return isRunning ? null : (
      <EmptyState title={t('tables_tab.empty')}>{t('tables_tab.empty_text')}</EmptyState>
    );
  }
  return (
    <Frame bleed>
      <DataTable
        label={t('details.tab.tables')}
        columns={columns}
        rows={loaded}
        rowKey={(table) => table.tableName}
        density="roomy"
      />
    </Frame>
  );
}

function useTableColumns(source: SourceConnection): DataTableColumn<Table>[] {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const qualities = useQualities(source);
  const { number, bytes } = useFormat();
  const figure = (value: number | null, write: (value: number) => string) =>
    value === null ? '–' : write(value);
  return [
    {
      id: 'table',
      head: t('tables_tab.col_table'),
      rowHead: true,
      cell: ({ sourceConnectionId, tableName }) => (
        <TableName title={tableName}>
          <Link to={paths.table(organizationId, sourceConnectionId, tableName)}>{tableName}</Link>
        </TableName>
      ),
    },
    { id: 'rows', head: t('tables_tab.col_rows'), cell: ({ rows }) => figure(rows, number), align: 'end' },
    {
      id: 'source',
      head: t('tables_tab.col_source'),
      cell: ({ tableName }) => <SourceRows rows={qualities.get(tableName)?.source ?? null} />,
      align: 'end',
      hideBelow: 900,
    },
    {
      id: 'rejected',
      head: t('tables_tab.col_rejected'),
      cell: ({ tableName }) => <Rejected source={source} latest={qualities.get(tableName)?.latest} />,
      align: 'end',
      hideBelow: 900,
    },
    {
      id: 'size',
      head: t('tables_tab.col_size'),
      cell: (table) => figure(table.bytes, bytes),
      align: 'end',
      hideBelow: 600,
    },
    {
      id: 'version',
      head: t('tables_tab.col_version'),
      cell: ({ version, tableName }) =>
        version !== null && (
          <Link
            aria-label={t('tables_tab.versions', { table: tableName, version: number(version) })}
            to={`${paths.table(organizationId, source.id, tableName)}?tab=versions`}
          >
            {number(version)}
          </Link>
        ),
      align: 'end',
      hideBelow: 900,
    },
    {
      id: 'fresh',
      head: t('tables_tab.col_fresh'),
      cell: ({ freshAsOf, lateAt, stale, selection }) =>
        selection === 'deselected' || selection === 'gone' ? (
          <UnsyncedTag selection={selection} />
        ) : (
          <Freshness asOf={freshAsOf} delayed={stale} lateAt={lateAt} />
        ),
    },
    {
      id: 'actions',
      head: '',
      cell: (table) =>
        table.selection !== 'selected' && (
          <UnsyncedActions
            address={{ organizationId, sourceConnectionId: source.id, tableName: table.tableName }}
            table={table}
          />
        ),
      hideBelow: 600,
    },
  ];
}

/** What the last runs found out about each table, by name. The tab doesn't wait for it. */
function useQualities(source: SourceConnection): ReadonlyMap<string, TableQuality> {
  const { organizationId } = useWorkspace();
  const { data } = useQuery(qualityQueries.ofConnection(organizationId, source.id));
  return useMemo(() => new Map(data?.tables.map((table) => [table.tableName, table])), [data]);
}

/** How many rows the source has: counted by the last run, or the source's own estimate. */
function SourceRows({ rows }: { rows: TableQuality['source'] }) {
  const t = messages.use();
  const { number } = useFormat();
  if (rows === null) return '–';
  return rows.isEstimate ? (
    <Text tone="muted" title={t('tables_tab.source_estimate')}>
      ≈ {number(rows.rows)}
    </Text>
  ) : (
    number(rows.rows)
  );
}

/** The rows that the table's last run rejected, with a link to them. */
function Rejected({
  source,
  latest,
}: {
  source: SourceConnection;
  latest: TableQuality['latest'] | undefined;
}) {
  const t = messages.use();
  const { number } = useFormat();
  const { organizationId } = useWorkspace();
  if (!latest) return '–';
  if (latest.rejected === 0) return number(0);
  return (
    <Link
      aria-label={t('tables_tab.see_rejected', { count: latest.rejected, run: number(latest.runNumber) })}
      to={`${paths.run(organizationId, source.id, latest.runId)}?rejected=shown`}
    >
      <Text tone="warn">{number(latest.rejected)}</Text>
    </Link>
  );
}

function TablesLoading() {
  return (
    <Stack gap={2}>
      <Skeleton width="100%" height={34} />
      <Skeleton width="100%" height={44} />
      <Skeleton width="100%" height={44} />
    </Stack>
  );
}

const TableName = styled(Cut)({
  font: 'var(--weight-medium) 12.5px/1.5 var(--font-mono)',
  maxWidth: 'min(420px, 30vw)',
});
