import { isMade } from '@headwater/shared/contract';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import { paths, useParams, useSearchParams, useTitle, useVisit } from '@headwater/shared/routing';
import { QueryBoundary, Page, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { Topbar } from '@headwater/shared/ui/workspace';
import { useEffect } from 'react';
import { messages } from '../messages.ts';
import { tableQueries, type Table, type TableAddress } from '@headwater/shared/tables';
import { NotSyncedYet } from './not-synced-yet.tsx';
import { TableHead } from './table-head.tsx';
import { AddRows } from './rows/add-rows.tsx';
import { rowQueries } from '@headwater/shared/figures';
import { TableViews } from './table-views.tsx';
import { ViewActions } from '../sql-view/view-actions.tsx';
import { ViewNotMade } from '../sql-view/view-not-made.tsx';
import { ViewPanel } from '../sql-view/view-panel.tsx';
import { BuiltInNotice } from './built-in-notice.tsx';
import { UnsyncedNotice } from './unsynced-notice.tsx';

/** A table with its properties, its rows page by page, and its columns. */
export function TablePage() {
  const t = messages.use();
  const address = useTableAddress();
  const { organizationId, tableName } = address;
  const table = useQuery(tableQueries.one(address));
  const [query] = useSearchParams();
  const isRows = !query.has('tab');
  useTitle(tableName);
  useVisit(paths.table(organizationId, address.sourceConnectionId, tableName), table.data && tableName);
  useFreshRows(address);
  const isView = table.data?.selection === 'view';
  const source = isView ? t('view.group') : (table.data?.sourceConnectionName ?? '…');
  return (
    <>
      <Topbar
        crumbs={[
          { label: t('area'), to: paths.data(organizationId) },
          { label: source, to: sourcePath(address, table.data) },
          { label: tableName },
        ]}
        actions={isRows && table.data && table.data.version !== null && <AddRows table={table.data} />}
      />
      <TallPage>
        <QueryBoundary
          query={table}
          thing={t('table.thing')}
          missing={t('table.not_found')}
          loading={<TableLoading />}
        >
          {(one) => <TableContent address={address} table={one} />}
        </QueryBoundary>
      </TallPage>
    </>
  );
}

/** The connection's page, or what is left of it in the list of tables. */
const sourcePath = ({ organizationId, sourceConnectionId }: TableAddress, table: Table | undefined) =>
  table && (table.connectionDeleted || isMade(table.selection))
    ? `${paths.data(organizationId)}?q=${encodeURIComponent(table.sourceConnectionName)}`
    : paths.sourceConnection(organizationId, sourceConnectionId);

function TableContent({ address, table }: { address: TableAddress; table: Table }) {
  return (
    <>
      <TableHead
        address={address}
        table={table}
        actions={table.selection === 'view' && <ViewActions address={address} table={table} />}
      />
      {table.selection === 'view' && <ViewPanel address={address} table={table} />}
      {table.selection === 'built_in' && <BuiltInNotice table={table} />}
      {!isMade(table.selection) && <UnsyncedNotice address={address} table={table} />}
      {table.version === null ? (
        <NotMadeYet address={address} table={table} />
      ) : (
        <TableViews address={address} table={table} />
      )}
    </>
  );
}

function NotMadeYet(props: { address: TableAddress; table: Table }) {
  const { selection } = props.table;
  if (selection === 'built_in') return null;
  return selection === 'view' ? <ViewNotMade {...props} /> : <NotSyncedYet {...props} />;
}

function useTableAddress(): TableAddress {
  const { organizationId = '', sourceConnectionId = '', tableName = '' } = useParams();
  return { organizationId, sourceConnectionId, tableName };
}

/** Caches pages of rows only while their table is on screen, so that returning to it shows the newest version. */
function useFreshRows({ organizationId, sourceConnectionId, tableName }: TableAddress) {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = rowQueries.all({ organizationId, sourceConnectionId, tableName });
    // A page's cleanup runs before its children's, which still use the rows until then.
    return () => queueMicrotask(() => client.removeQueries({ queryKey, type: 'inactive' }));
  }, [client, organizationId, sourceConnectionId, tableName]);
}

function TableLoading() {
  return (
    <Stack gap={3}>
      <Skeleton width={200} height={28} />
      <Skeleton width={320} />
      <Skeleton width="100%" height={40} />
      <Skeleton width="100%" height={400} />
    </Stack>
  );
}

// As high as the sheet, so that the rows can fill the rest of it.
const TallPage = styled(Page)({ display: 'flex', flexDirection: 'column' });
