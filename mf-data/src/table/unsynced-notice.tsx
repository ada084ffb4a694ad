import { isMade } from '@headwater/shared/contract';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Banner } from '@headwater/shared/ui';
import { tableMessages, UnsyncedActions, type Table, type TableAddress } from '@headwater/shared/tables';
import { messages } from '../messages.ts';
import { useDeletionText } from '../deletion-text.ts';

/** Tells users that this table is no longer synced, so its data doesn't change. */
export function UnsyncedNotice({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const tTable = tableMessages.use();
  const deletionText = useDeletionText();
  const navigate = useNavigate();
  const { selection, connectionDeleted } = table;
  if (selection === 'selected' || isMade(selection)) return null;
  const leave = () => void navigate(paths.data(address.organizationId));
  return (
    <Banner tone="info" action={<UnsyncedActions address={address} table={table} onDeleted={leave} />}>
      {selection === 'connection_deleted'
        ? `${deletionText(connectionDeleted!)}. ${t('table.kept')}`
        : tTable(`unsynced.${selection}`)}
    </Banner>
  );
}
