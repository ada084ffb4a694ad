import { ApiError } from '@headwater/shared/api';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { QueryBoundary, Banner, Button, Skeleton, styled } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { DataGrid } from '@headwater/shared/ui/table';
import { useMemo } from 'react';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { rowQueries, type RowPage } from '../row.queries.ts';
import { Pager } from './pager.tsx';
import { pageOf, withPage } from './paging.ts';

interface RowGridProps {
  address: TableAddress;
  table: Table;
}

/** The table's rows, page by page, in the version that the user opened. */
export function RowGrid({ address, table }: RowGridProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const rows = useQuery(rowQueries.page(address, pageOf(query)));
  if (rows.error instanceof ApiError && rows.error.code === 'version_gone') return <VersionGone />;
  if (rows.error instanceof ApiError && rows.error.code === 'version_damaged')
    return <EmptyState title={t('rows.damaged')}>{t('rows.damaged_text')}</EmptyState>;
  return (
    <QueryBoundary query={rows} thing={t('rows.thing')} loading={<Skeleton width="100%" height={420} />}>
      {(page) => <PageOfRows address={address} table={table} page={page} isOld={rows.isPlaceholderData} />}
    </QueryBoundary>
  );
}

interface PageOfRowsProps extends RowGridProps {
  page: RowPage;
  /** Whether it is still shown while the requested page is being loaded. */
  isOld: boolean;
}

function PageOfRows({ address, table, page, isOld }: PageOfRowsProps) {
  const t = messages.use();
  const columns = useMemo(
    () => page.columns.map((column) => ({ ...column, primaryKey: table.primaryKey.includes(column.name) })),
    [page.columns, table.primaryKey],
  );
  const cells = useMemo(() => markCut(page), [page]);
  if (page.totalRows === 0) {
    return (
      <EmptyState title={t('table.empty', { table: table.tableName })}>{t('table.empty_text')}</EmptyState>
    );
  }
  return (
    <>
      {table.version !== null && table.version > page.version && (
        <NewerVersion address={address} page={page} />
      )}
      <GridBox>
        <DataGrid
          label={t('rows.region', { table: table.tableName })}
          columns={columns}
          rows={cells}
          firstRow={page.offset}
          totalRows={page.totalRows}
          busy={isOld}
        />
        <Pager page={page} busy={isOld} />
      </GridBox>
    </>
  );
}

/** Adds "…" to cells that the server cut off, so that they don't look complete. */
function markCut({ rows, cut }: RowPage): RowPage['rows'] {
  if (cut.length === 0) return rows;
  const marked = rows.map((row) => [...row]);
  for (const [row, column] of cut) {
    const cells = marked[row];
    if (cells) cells[column] = `${cells[column]}…`;
  }
  return marked;
}

/** For a link to a page of a version that is no longer kept. Leads to the newest with one click. */
function VersionGone() {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const showNewest = () => setQuery(withPage(query, { ...pageOf(query), after: null }), { replace: true });
  return (
    <EmptyState
      title={t('rows.version_gone')}
      action={
        <Button variant="primary" onClick={showNewest}>
          {t('table.show_newer')}
        </Button>
      }
    >
      {t('rows.version_gone_text')}
    </EmptyState>
  );
}

function NewerVersion({ address, page }: { address: TableAddress; page: RowPage }) {
  const t = messages.use();
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const showNewest = async () => {
    const first = { ...pageOf(query), after: null };
    // Fetched before it is shown, because the cached first page belongs to the old version.
    await client.fetchQuery({ ...rowQueries.page(address, first), staleTime: 0 });
    setQuery(withPage(query, first));
  };
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" onClick={() => void showNewest()}>
          {t('table.show_newer')}
        </Button>
      }
    >
      {t('table.newer', { version: page.version })}
    </Banner>
  );
}

// Fills the part of the sheet that the heading, the tabs, and any notice leave; the sheet ends with the window.
const GridBox = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: '1 1 0',
  minHeight: 420,
  margin: '0 -24px -40px',
  borderTop: 'var(--hair)',
  // The tabs' bottom line is also the grid's top line.
  'nav + &': { marginTop: -17 },
  '@media (max-width: 600px)': { margin: '0 -16px -32px', 'nav + &': { marginTop: -15 } },
});
