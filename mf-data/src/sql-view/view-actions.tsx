import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Button, IconButton, toast } from '@headwater/shared/ui';
import { IconEdit, IconHistory, IconMore, IconRefresh, IconTrash } from '@headwater/shared/ui/icons';
import { ConfirmDialog, Menu, MenuDivider, MenuItem } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { RefreshHistory } from './refresh-history.tsx';
import {
  deleteSqlView,
  editPath,
  refreshSqlView,
  sqlViewQueries,
  type SqlView,
} from '@headwater/shared/figures';

/** Edits, refreshes, and deletes a view. */
export function ViewActions({ address, table }: { address: TableAddress; table: Table }) {
  const { organizationId } = address;
  const t = messages.use();
  const { data: view } = useQuery(sqlViewQueries.one(organizationId, table.id));
  const [open, setOpen] = useState<'history' | 'deletion' | null>(null);
  const refresh = useRefresh(organizationId);
  if (!view) return null;
  return (
    <>
      {view.can.edit && (
        <>
          <Button size="small" icon={<IconEdit />} to={editPath(organizationId, view)}>
            {t('view.edit')}
          </Button>
          <Button
            size="small"
            icon={<IconRefresh />}
            busy={refresh.isPending}
            disabledReason={view.state === 'refreshing' ? t('view.refreshing') : undefined}
            onClick={() => refresh.mutate(view)}
          >
            {t('view.refresh')}
          </Button>
        </>
      )}
      <Menu
        trigger={(wiring) => (
          <IconButton size="small" label={t('view.more')} {...wiring}>
            <IconMore />
          </IconButton>
        )}
      >
        <MenuItem icon={<IconHistory />} aria-haspopup="dialog" onSelect={() => setOpen('history')}>
          {t('view.history')}
        </MenuItem>
        {view.can.edit && <MenuDivider />}
        {view.can.edit && (
          <MenuItem icon={<IconTrash />} aria-haspopup="dialog" onSelect={() => setOpen('deletion')}>
            {t('view.delete')}
          </MenuItem>
        )}
      </Menu>
      {open === 'history' && (
        <RefreshHistory organizationId={organizationId} view={view} onClose={() => setOpen(null)} />
      )}
      {open === 'deletion' && <Deletion address={address} view={view} onClose={() => setOpen(null)} />}
    </>
  );
}

function useRefresh(organizationId: string) {
  const client = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (view: SqlView) => refreshSqlView(organizationId, view),
    onSuccess: (view) => {
      client.setQueryData(sqlViewQueries.one(organizationId, view.id).queryKey, view);
      void client.invalidateQueries({ queryKey: sqlViewQueries.refreshes(organizationId, view.id).queryKey });
    },
    onError: (error) => toast.error(errorText(error)),
  });
}

interface DeletionProps {
  address: TableAddress;
  view: SqlView;
  onClose(): void;
}

/** Asks, and names the views that are made of this one. */
function Deletion({ address, view, onClose }: DeletionProps) {
  const t = messages.use();
  const client = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { organizationId } = address;
  const { data: lineage } = useQuery(sqlViewQueries.lineage(address));
  const users = (lineage?.uses ?? [])
    .filter(({ from }) => from === view.id)
    .flatMap(({ to }) => lineage!.tables.find(({ id }) => id === to)?.tableName ?? []);
  const readers = (lineage?.documents ?? [])
    .filter(({ tables }) => tables.includes(view.id))
    .map(({ name }) => name);
  const remove = useMutation({
    mutationFn: () => deleteSqlView(organizationId, view),
    onSuccess: () => {
      toast.success(t('view.deleted', { name: view.name }));
      void navigate(paths.data(organizationId));
      void client.invalidateQueries({ queryKey: liveKey('tables', organizationId), refetchType: 'none' });
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <ConfirmDialog
      open
      danger
      title={t('view.delete_question', { name: view.name })}
      confirm={t('view.delete')}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>{t('view.delete_effect')}</p>
      {readers.length > 0 && <p>{t('view.delete_documents', { names: readers.join(', ') })}</p>}
      {users.length > 0 && <p>{t('view.delete_users', { names: users.join(', ') })}</p>}
    </ConfirmDialog>
  );
}
