import { ApiError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { useQuery, useQueryClient, type UseQueryResult } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { QueryBoundary, Banner, Button, Skeleton, styled } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { DataGrid, type AboutColumnProps, type GridMarks } from '@headwater/shared/ui/table';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import type { Table, TableAddress } from '@headwater/shared/tables';
import {
  codeOf,
  isCompactIn,
  nextSort,
  pinnedIn,
  type RowPage,
  rowQueries,
  sortIn,
  widthsIn,
  WithCode,
  withFilter,
  withoutQuery,
  withSort,
  withWidth,
} from '@headwater/shared/figures';
import { CellValue } from './cell-value/cell-value.tsx';
import { Pager } from './pager.tsx';
import { pageOf, withPage } from './paging.ts';
import { PopoverAt, PopoverBody } from '@headwater/shared/ui/menu';
import { RowToolbar } from './row-toolbar.tsx';
import { shownPage, type ShownPage } from './shown-page.ts';
import { useFind } from './use-find.ts';

const columnAbout = codeOf(
  'column-about',
  () => import(/* webpackChunkName: "column-about" */ './column-about.tsx'),
);

interface RowGridProps {
  address: TableAddress;
  table: Table;
}

/** Errors of a link's query. They name what doesn't fit. */
const QUERY_FAULTS = ['query_unreadable', 'query_column_unknown', 'query_condition_unfit'];

/** The table's rows that were asked for, page by page, in the version that the user opened. */
export function RowGrid({ address, table }: RowGridProps) {
  const [query] = useSearchParams();
  const rows = useQuery(rowQueries.page(address, pageOf(query)));
  const page = rows.data;
  const version = page?.version ?? table.version;
  const shown = useMemo(() => (page ? shownPage(page, table, pinnedIn(query)) : null), [page, table, query]);
  const find = useFind(shown);
  return (
    <>
      {page && table.version !== null && table.version > page.version && (
        <NewerVersion address={address} page={page} />
      )}
      <GridBox>
        {version !== null && (
          <RowToolbar address={address} version={version} columns={table.columns} page={page} find={find} />
        )}
        <Rows address={address} table={table} rows={rows} shown={shown} marks={find.marks} />
      </GridBox>
    </>
  );
}

interface RowsProps extends RowGridProps {
  rows: UseQueryResult<RowPage>;
  shown: ShownPage | null;
  marks: GridMarks;
}

function Rows({ rows, ...props }: RowsProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const [, setQuery] = useSearchParams();
  const fault = rows.error instanceof ApiError ? rows.error : null;
  if (fault?.code === 'version_gone') return <VersionGone />;
  if (fault?.code === 'version_damaged')
    return <EmptyState title={t('rows.damaged')}>{t('rows.damaged_text')}</EmptyState>;
  if (fault && QUERY_FAULTS.includes(fault.code ?? ''))
    return (
      <EmptyState
        title={t('rows.query_unfit')}
        action={<Button onClick={() => setQuery(withoutQuery)}>{t('filter.clear')}</Button>}
      >
        {errorText(fault)}
      </EmptyState>
    );
  return (
    <QueryBoundary query={rows} thing={t('rows.thing')} loading={<Skeleton width="100%" height={420} />}>
      {(page) =>
        props.shown && (
          <PageOfRows {...props} shown={props.shown} page={page} isOld={rows.isPlaceholderData} />
        )
      }
    </QueryBoundary>
  );
}

interface PageOfRowsProps extends RowGridProps {
  page: RowPage;
  shown: ShownPage;
  marks: GridMarks;
  /** Whether it is still shown while the requested page is being loaded. */
  isOld: boolean;
}

function PageOfRows({ address, table, page, shown, marks, isOld }: PageOfRowsProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const sort = useMemo(() => sortIn(query), [query]);
  const widths = useMemo(() => widthsIn(query), [query]);
  const { filter } = pageOf(query);
  const counted = useQuery({
    ...rowQueries.count(address, page.version, filter),
    enabled: page.totalRows === null && !isOld,
  });
  const totalRows = page.totalRows ?? counted.data ?? null;
  if (page.totalRows === 0 && filter !== '' && !isOld)
    return (
      <EmptyState
        title={t('rows.none_match')}
        action={
          <Button onClick={() => setQuery((latest) => withFilter(latest, []))}>{t('filter.clear')}</Button>
        }
      >
        {t('rows.none_match_text')}
      </EmptyState>
    );
  if (page.totalRows === 0) {
    return (
      <EmptyState title={t('table.empty', { table: table.tableName })}>{t('table.empty_text')}</EmptyState>
    );
  }
  return (
    <>
      <DataGrid
        label={t('rows.region', { table: table.tableName })}
        columns={shown.columns}
        rows={shown.rows}
        pinned={shown.pinned}
        firstRow={page.offset}
        totalRows={totalRows}
        busy={isOld}
        sort={sort}
        onSort={(column, isAdded) =>
          setQuery((latest) => withSort(latest, nextSort(sortIn(latest), column, isAdded)))
        }
        widths={widths}
        onResize={(column, width) =>
          setQuery((latest) => withWidth(latest, column, width), { replace: true })
        }
        density={isCompactIn(query) ? 'compact' : 'comfortable'}
        marks={marks}
        wholeValue={(props) => <CellValue {...props} />}
        about={(props) => <AboutColumn {...props} address={address} table={table} version={page.version} />}
      />
      <Pager page={page} totalRows={totalRows} busy={isOld} />
    </>
  );
}

type AboutProps = AboutColumnProps & RowGridProps & { version: number };

/** What is known about a column, under its head. */
function AboutColumn({ column, anchor, onClose, address, table, version }: AboutProps) {
  const t = messages.use();
  const one = table.columns.find(({ name }) => name === column?.name);
  return (
    <PopoverAt
      label={t('about.column', { column: column?.name ?? '' })}
      anchor={one ? anchor : null}
      width={380}
      onClose={onClose}
    >
      {(close) =>
        one && (
          <WithCode
            code={columnAbout}
            thing={t('profile.column_thing')}
            loading={
              <PopoverBody>
                <Skeleton width="100%" height={240} />
              </PopoverBody>
            }
          >
            {({ ColumnAbout }) => (
              <ColumnAbout address={address} table={table} version={version} column={one} onClose={close} />
            )}
          </WithCode>
        )
      }
    </PopoverAt>
  );
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
