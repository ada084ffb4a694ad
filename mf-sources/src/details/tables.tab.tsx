import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Link, paths } from '@headwater/shared/routing';
import { Answer, Cut, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { EmptyState, Frame, Freshness } from '@headwater/shared/ui/workspace';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { messages } from '../messages.ts';
import { isBusy, type SourceConnection } from '../source.queries.ts';
import { tableQueries, type Table } from '../table.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { Running } from '../run/running.tsx';

/** What the connection has brought in; while a run is on its way, that run first. */
export function TablesTab({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const tables = useQuery(tableQueries.list(organizationId));
  const running = isBusy(source) ? source.lastRun : null;
  return (
    <>
      {running && <Running source={source} runId={running.id} />}
      <Answer query={tables} thing={t('tables_tab.thing')} loading={<TablesLoading />}>
        {(all) => (
          <Tables
            tables={all.filter((table) => table.sourceConnectionId === source.id)}
            isRunning={!!running}
          />
        )}
      </Answer>
    </>
  );
}

function Tables({ tables, isRunning }: { tables: readonly Table[]; isRunning: boolean }) {
  const t = messages.use();
  const columns = useTableColumns();
  const loaded = tables.filter((table) => table.version !== null);
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

function useTableColumns(): DataTableColumn<Table>[] {
  const t = messages.use();
  const { organizationId } = useWorkspace();
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
      id: 'size',
      head: t('tables_tab.col_size'),
      cell: (table) => figure(table.bytes, bytes),
      align: 'end',
      leaves: 600,
    },
    {
      id: 'version',
      head: t('tables_tab.col_version'),
      cell: (table) => figure(table.version, number),
      align: 'end',
      leaves: 900,
    },
    {
      id: 'fresh',
      head: t('tables_tab.col_fresh'),
      cell: ({ freshAsOf, stale }) => <Freshness asOf={freshAsOf} delayed={stale} />,
    },
  ];
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
