import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { Button, Row, toast } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from './messages.ts';
import { deleteTable, selectAgain, tableQueries, type Table, type TableAddress } from './table.queries.ts';

interface UnsyncedActionsProps {
  address: TableAddress;
  table: Table;
  /** After it is deleted. */
  onDeleted?(): void;
}

/** For a table that runs don't read any more: select it again where the source still has it, or delete it. */
export function UnsyncedActions({ address, table, onDeleted }: UnsyncedActionsProps) {
  const t = messages.use();
  const source = useQuery(tableQueries.source(address));
  const [asks, setAsks] = useState(false);
  const change = useTableChanges(address);
  if (!source.data?.can.edit) return null;
  const remove = async () => {
    await change.mutateAsync(deleteTable);
    setAsks(false);
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
        onClick={() => setAsks(true)}
      >
        {t('unsynced.delete')}
      </Button>
      <Dialog
        open={asks}
        title={t('unsynced.question', { table: table.tableName })}
        onClose={() => setAsks(false)}
        actions={
          <>
            <Button variant="ghost" onClick={() => setAsks(false)}>
              {t('unsynced.cancel')}
            </Button>
            <Button variant="danger" busy={change.isPending} onClick={() => void remove().catch(() => {})}>
              {t('unsynced.delete')}
            </Button>
          </>
        }
      >
        <p>{t('unsynced.effect')}</p>
      </Dialog>
    </Row>
  );
}

function useTableChanges({ organizationId, sourceConnectionId, tableName }: TableAddress) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const address = { organizationId, sourceConnectionId, tableName };
  return useMutation({
    mutationFn: (work: (table: TableAddress) => Promise<unknown>) => work(address),
    onSuccess: (_, work) => {
      // What was deleted is not asked for again by its own page, which is about to be left.
      if (work === deleteTable)
        client.removeQueries({ queryKey: tableQueries.one(address).queryKey, type: 'inactive' });
      void client.invalidateQueries({ queryKey: tableQueries.list(organizationId).queryKey });
      if (work === selectAgain)
        void client.invalidateQueries({ queryKey: tableQueries.one(address).queryKey });
      for (const type of ['catalogs', 'source_connections'])
        void client.invalidateQueries({ queryKey: [type, organizationId] });
    },
    onError: (error) => toast.error(errorText(error)),
  });
}
