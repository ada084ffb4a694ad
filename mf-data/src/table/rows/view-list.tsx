import { viewQuery } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import type { TableAddress } from '@headwater/shared/tables';
import { Button, IconButton, QueryBoundary, Skeleton, styled, Text, toast } from '@headwater/shared/ui';
import { IconCheck, IconEdit, IconTrash } from '@headwater/shared/ui/icons';
import { ConfirmDialog, PopoverBody } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { changeView, deleteView, saveView, viewsQuery, type TableView } from './view.queries.ts';
import { ViewName } from './view-name.tsx';

interface ViewListProps {
  address: TableAddress;
  onClose(): void;
}

/** The table's saved views: opened by anyone, and saved, renamed, and deleted by those who may. */
export function ViewList({ address, onClose }: ViewListProps) {
  const t = messages.use();
  const views = useQuery(viewsQuery(address));
  return (
    <QueryBoundary query={views} thing={t('views.thing')} loading={<Loading />}>
      {(found) => <Loaded address={address} views={found} onClose={onClose} />}
    </QueryBoundary>
  );
}

const Loading = () => (
  <PopoverBody>
    <Skeleton width="100%" height={96} />
  </PopoverBody>
);

function Loaded({ address, views, onClose }: ViewListProps & { views: readonly TableView[] }) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const canEdit = useMay('data:edit');
  const [renamed, setRenamed] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<TableView | null>(null);
  const edits = useViewEdits(address);
  const shown = viewQuery(query);
  const open = ({ id, query: saved }: TableView) => {
    setQuery(new URLSearchParams([...new URLSearchParams(saved), ['view', id]]));
    onClose();
  };
  const current = views.find(({ id }) => id === query.get('view'));
  return (
    <PopoverBody>
      <h3>{t('views.title')}</h3>
      {views.length === 0 && <Text tone="dim">{t(canEdit ? 'views.none' : 'views.none_to_read')}</Text>}
      <List>
        {views.map((view) =>
          view.id === renamed ? (
            <li key={view.id}>
              <ViewName
                initial={view.name}
                label={t('views.rename', { name: view.name })}
                action={t('views.rename_action')}
                onSave={async (name) => {
                  await edits.change(view, { name });
                  setRenamed(null);
                }}
              />
            </li>
          ) : (
            <li key={view.id}>
              <Open type="button" onClick={() => open(view)} aria-current={view === current || undefined}>
                <span>{view.name}</span>
                {view === current && <IconCheck />}
              </Open>
              {canEdit && (
                <>
                  <IconButton
                    size="small"
                    label={t('views.rename', { name: view.name })}
                    onClick={() => setRenamed(view.id)}
                  >
                    <IconEdit />
                  </IconButton>
                  <IconButton
                    size="small"
                    label={t('views.delete', { name: view.name })}
                    onClick={() => setDeleted(view)}
                  >
                    <IconTrash />
                  </IconButton>
                </>
              )}
            </li>
          ),
        )}
      </List>
      {canEdit && current && current.query !== shown && (
        <Button size="small" onClick={() => void edits.replace(current, shown)}>
          {t('views.replace', { name: current.name })}
        </Button>
      )}
      {canEdit && (
        <ViewName
          label={t('views.save_as')}
          action={t('views.save')}
          onSave={async (name) => {
            open(await edits.save({ name, query: shown }));
          }}
        />
      )}
      {deleted && (
        <ConfirmDialog
          open
          danger
          title={t('views.delete_question', { name: deleted.name })}
          confirm={t('views.delete_confirm')}
          onCancel={() => setDeleted(null)}
          onConfirm={() => void edits.remove(deleted).then(() => setDeleted(null))}
        >
          <p>{t('views.delete_effect')}</p>
        </ConfirmDialog>
      )}
    </PopoverBody>
  );
}

/** What changes views. The list is fetched again afterward, also after a refusal, which someone else's change can cause. */
function useViewEdits(address: TableAddress) {
  const t = messages.use();
  const client = useQueryClient();
  const errorText = useErrorText();
  const onSettled = () => client.invalidateQueries({ queryKey: viewsQuery(address).queryKey });
  const save = useMutation({
    mutationFn: (view: Pick<TableView, 'name' | 'query'>) => saveView(address, view),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ view, ...change }: { view: TableView; name?: string; query?: string }) =>
      changeView(address, view, change),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (view: TableView) => deleteView(address, view),
    onError: (error) => toast.error(errorText(error)),
    onSettled,
  });
  return {
    save: save.mutateAsync,
    change: (view: TableView, { name }: { name: string }) => change.mutateAsync({ view, name }),
    replace: async (view: TableView, query: string) => {
      try {
        await change.mutateAsync({ view, query });
        toast.success(t('views.replaced', { name: view.name }));
      } catch (error) {
        toast.error(errorText(error));
      }
    },
    remove: (view: TableView) => remove.mutateAsync(view).catch(() => undefined),
  };
}

const List = styled('ul')({
  listStyle: 'none',
  margin: '0 -8px',
  padding: 0,
  maxHeight: 320,
  overflow: 'auto',
  '& > li': { display: 'flex', alignItems: 'center', gap: 2, minHeight: 32 },
});

const Open = styled('button')({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 32,
  padding: '0 8px',
  border: 0,
  borderRadius: 'var(--radius-in)',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'left',
  cursor: 'pointer',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&:hover': { background: 'var(--surface-2)' },
});
