import { useErrorText, useFormat } from '@headwater/shared/messages';
import { liveKey, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { tableQueries, type Table, type TableAddress } from '@headwater/shared/tables';
import { toast } from '@headwater/shared/ui';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { messages } from '../messages.ts';
import { rowQueries } from '@headwater/shared/figures';
import { sourceQuery } from '../source.queries.ts';
import { isPresentable, restoreVersion, versionsQuery, type TableVersion } from '../version.queries.ts';

interface RestoreDialogProps {
  address: TableAddress;
  table: Table;
  version: TableVersion;
  onClose(): void;
}

/** Asks before an earlier version is brought back, and says what that means. */
export function RestoreDialog({
  address,
  table,
  version: { version, freshAsOf, rows },
  onClose,
}: RestoreDialogProps) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const isUndoable = useUndoable(address, table);
  const restore = useMutation({
    mutationFn: () => restoreVersion(address, version),
    onSuccess: (table) => {
      client.setQueryData(tableQueries.one(address).queryKey, table);
      void client.invalidateQueries({ queryKey: liveKey('tables', address.organizationId) });
      void client.invalidateQueries({ queryKey: liveKey('source_connections', address.organizationId) });
      void client.resetQueries({ queryKey: rowQueries.all(address).queryKey });
      toast.success(t('versions.done', { version }));
      onClose();
    },
    onError: (error) => {
      toast.error(errorText(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('versions.question', { version })}
      confirm={t('versions.restore_named', { version })}
      busy={restore.isPending}
      onConfirm={() => restore.mutate()}
      onCancel={onClose}
    >
      <p>{t('versions.effect', { rows, time: dateTime(freshAsOf) })}</p>
      <p>{t('versions.effect_next')}</p>
      {isUndoable && <p>{t('versions.effect_undo', { version: table.version ?? 0 })}</p>}
    </ConfirmDialog>
  );
}

/** Returns whether the current version will still be there, and can be restored, once it isn't current anymore. */
function useUndoable(address: TableAddress, table: Table): boolean {
  const { data: source } = useQuery(sourceQuery(address));
  const { data } = useInfiniteQuery(versionsQuery(address, table.version));
  const current = data?.pages.flatMap(({ items }) => items).find(({ version }) => version === table.version);
  const isKept = source !== undefined && (source.versionsKept > 1 || source.versionDays > 0);
  return isKept && current !== undefined && isPresentable(current);
}
