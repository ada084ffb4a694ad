import type { TableGroup } from '@headwater/shared/contract';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { deleteKeptTables, tableQueries } from '@headwater/shared/tables';
import { Button, toast } from '@headwater/shared/ui';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../messages.ts';

interface DeleteKeptTablesProps {
  organizationId: string;
  /** May have only some of the tables, because of a search. */
  group: Pick<TableGroup, 'sourceConnectionId' | 'sourceConnectionName'>;
}

/** Deletes everything that a deleted connection has left, after a question. */
export function DeleteKeptTables({ organizationId, group }: DeleteKeptTablesProps) {
  const t = messages.use();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label={t('list.delete_all_named', { source: group.sourceConnectionName })}
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        {t('list.delete_all')}
      </Button>
      {isAsking && (
        <Question organizationId={organizationId} group={group} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

function Question({ organizationId, group, onClose }: DeleteKeptTablesProps & { onClose(): void }) {
  const t = messages.use();
  const { bytes } = useFormat();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { sourceConnectionId, sourceConnectionName: name } = group;
  const stored = useQuery(tableQueries.stored(organizationId, sourceConnectionId)).data;
  const remove = useMutation({
    mutationFn: () => deleteKeptTables({ organizationId, sourceConnectionId }),
    onSuccess: () => {
      onClose();
      void client.invalidateQueries({ queryKey: tableQueries.indexes(organizationId).queryKey });
      toast.success(t('list.deleted_all', { source: name }));
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <ConfirmDialog
      open
      danger
      title={t('list.delete_all_question', { source: name })}
      confirm={t('list.delete_all_confirm')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p>
        {stored
          ? t('list.delete_all_figures', { tables: stored.tables, size: bytes(stored.bytes) })
          : t('list.delete_all_effect')}{' '}
        {t('list.delete_all_final')}
      </p>
    </ConfirmDialog>
  );
}
