import { paths, useNavigate } from '@headwater/shared/routing';
import { Banner } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '../table.queries.ts';
import { UnsyncedActions } from '../unsynced-actions.tsx';

/** Runs don't read this table any more: what is shown stays as it is. */
export function UnsyncedNotice({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const navigate = useNavigate();
  if (table.selection === 'selected') return null;
  const leave = () => void navigate(paths.data(address.organizationId));
  return (
    <Banner tone="info" action={<UnsyncedActions address={address} table={table} onDeleted={leave} />}>
      {t(table.selection === 'gone' ? 'unsynced.gone' : 'unsynced.deselected')}
    </Banner>
  );
}
