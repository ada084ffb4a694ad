import { paths, useNavigate } from '@headwater/shared/routing';
import { Banner } from '@headwater/shared/ui';
import { tableMessages, type Table, type TableAddress } from '@headwater/shared/tables';
import { TableActions } from '../table-actions.tsx';

/** Tells users that this table is no longer synced, so its data doesn't change. */
export function UnsyncedNotice({ address, table }: { address: TableAddress; table: Table }) {
  const t = tableMessages.use();
  const navigate = useNavigate();
  if (table.selection === 'selected') return null;
  const leave = () => void navigate(paths.data(address.organizationId));
  return (
    <Banner tone="info" action={<TableActions address={address} table={table} onDeleted={leave} />}>
      {t(table.selection === 'gone' ? 'unsynced.gone' : 'unsynced.deselected')}
    </Banner>
  );
}
