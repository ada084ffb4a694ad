import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { Button, Row, toast } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { tableMessages } from './table-messages.ts';
import { deleteTable, selectAgain, tableQueries, type Table, type TableAddress } from './table.queries.ts';

interface UnsyncedActionsProps {
  address: TableAddress;
  table: Pick<Table, 'tableName' | 'selection' | 'can' | 'connectionDeleted'>;
  /** Called after it is deleted. */
  onDeleted?(): void;
}

/** The actions for a table that is no longer synced: select it again if the source still has it, or delete it. None without the right. */
export function UnsyncedActions({ address, table, onDeleted }: UnsyncedActionsProps) {
  const t = tableMessages.use();
  const [isAsking, setIsAsking] = useState(false);
  const change = useTableChanges(address);
  if (!table.can.delete) return null;
  const remove = async () => {
    await change.mutateAsync(deleteTable);
    setIsAsking(false);
    toast.success(t('unsynced.deleted', { table: table.tableName }));
    onDeleted?.();
  };
  return (
    <Row gap={1} nowrap justify="end">
      {table.selection === 'deselected' && (
        <Button size="small" busy={change.isPending} onClick={() => change.mutate(selectAgain)}>
          {t('unsynced.select')}
        </Button>
      )}
      <Button
        size="small"
        aria-label={t('unsynced.delete_named', { table: table.tableName })}
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        {t('unsynced.delete')}
      </Button>
      <Dialog
        open={isAsking}
        title={t('unsynced.question', { table: table.tableName })}
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button variant="ghost" onClick={() => setIsAsking(false)}>
              {t('unsynced.cancel')}
            </Button>
            <Button variant="danger" busy={change.isPending} onClick={() => void remove().catch(() => {})}>
              {t('unsynced.delete')}
            </Button>
          </>
        }
      >
        <p>{t(table.connectionDeleted ? 'unsynced.effect_final' : 'unsynced.effect')}</p>
      </Dialog>
    </Row>
  );
}

function useTableChanges(address: TableAddress) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const { organizationId, sourceConnectionId } = address;
  const one = tableQueries.one(address).queryKey;
  const lists = [
    tableQueries.indexes(organizationId).queryKey,
    tableQueries.ofConnection(organizationId, sourceConnectionId).queryKey,
    ['catalogs', organizationId],
    ['source_connections', organizationId],
  ];
  return useMutation({
    mutationFn: (work: (table: TableAddress) => Promise<unknown>) => work(address),
    onSuccess: (_, work) => {
      // A deleted table must not be fetched again by its own page, which is about to be left.
      if (work === deleteTable) client.removeQueries({ queryKey: one, type: 'inactive' });
      for (const queryKey of work === deleteTable ? lists : [one, ...lists])
        void client.invalidateQueries({ queryKey });
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
