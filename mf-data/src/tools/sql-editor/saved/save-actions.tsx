import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQueryClient } from '@headwater/shared/query';
import { Button, IconButton, toast } from '@headwater/shared/ui';
import { IconCopy, IconEdit, IconHistory, IconMore, IconTrash } from '@headwater/shared/ui/icons';
import { ConfirmDialog, Menu, MenuDivider, MenuItem } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../../messages.ts';
import type { Draft } from '../draft.ts';
import { isChanged, valuesOf } from './draft-of.ts';
import { QueryForm } from './query-form.tsx';
import { savedQueries, changeQuery, deleteQuery, saveQuery, type Saved } from '@headwater/shared/figures';
import { VersionDialog } from './version-dialog.tsx';

type SaveDialog = 'new' | 'copy' | 'details' | 'versions' | 'delete';

interface SaveActionsProps {
  organizationId: string;
  draft: Draft;
  /** The query that is open, as it's saved now. */
  saved: Saved | undefined;
  canEdit: boolean;
  /** Called with what has been saved. */
  onSaved(saved: Saved): void;
  /** Called with a version that replaces the text. */
  onReplaced(saved: Saved): void;
  onDeleted(): void;
}

/** Saves the query that is written, and has what can be done with one that is saved. */
export function SaveActions(props: SaveActionsProps) {
  const t = messages.use();
  const { organizationId, draft, saved, canEdit, onSaved, onReplaced, onDeleted } = props;
  const [open, setOpen] = useState<SaveDialog | null>(null);
  const edits = useQueryEdits(organizationId);
  const close = () => setOpen(null);
  const content = { sql: draft.sql, parameters: valuesOf(draft) };
  const isEmpty = draft.sql.trim() === '';
  // Fails if someone has saved a version that this text doesn't follow; a notice then says so.
  const base = draft.base && saved && { id: saved.id, version: draft.base.version };
  return (
    <>
      {canEdit && (
        <Button
          size="small"
          busy={edits.isSaving}
          disabledReason={
            isEmpty ? t('sql.empty') : saved && !isChanged(draft) ? t('saved.unchanged') : undefined
          }
          onClick={() => {
            if (!base) return setOpen('new');
            edits.change(base, content).then(
              (next) => {
                onSaved(next);
                toast.success(t('saved.saved_as', { version: next.version }));
              },
              (error: unknown) => toast.error(edits.errorText(error)),
            );
          }}
        >
          {t('saved.save')}
        </Button>
      )}
      {saved && <SavedMenu canEdit={canEdit} isEmpty={isEmpty} onOpen={setOpen} />}
      {(open === 'new' || open === 'copy') && (
        <QueryForm
          title={t('saved.new')}
          initial={{ name: '', description: '' }}
          onSave={async (named) => onSaved(await edits.create({ ...named, ...content }))}
          onClose={close}
        />
      )}
      {open === 'details' && saved && (
        <QueryForm
          title={t('saved.details')}
          initial={saved}
          onSave={async (named) => {
            const next = await edits.change(base ?? saved, named);
            // The text stays as it is written.
            onSaved(next);
          }}
          onClose={close}
        />
      )}
      {open === 'versions' && saved && (
        <VersionDialog
          organizationId={organizationId}
          saved={saved}
          canEdit={canEdit}
          onRestored={onReplaced}
          onClose={close}
        />
      )}
      {open === 'delete' && saved && (
        <ConfirmDialog
          open
          danger
          title={t('saved.delete_question', { name: saved.name })}
          confirm={t('saved.delete')}
          onCancel={close}
          onConfirm={() =>
            void edits.remove(saved.id).then(
              () => {
                close();
                onDeleted();
              },
              (error: unknown) => toast.error(edits.errorText(error)),
            )
          }
        >
          <p>{t('saved.delete_effect')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface SavedMenuProps {
  canEdit: boolean;
  /** Whether there is no text that a copy could have. */
  isEmpty: boolean;
  onOpen(dialog: SaveDialog): void;
}

/** What can be done with a query that is saved. */
function SavedMenu({ canEdit, isEmpty, onOpen }: SavedMenuProps) {
  const t = messages.use();
  return (
    <Menu
      align="end"
      trigger={(wiring) => (
        <IconButton size="small" label={t('saved.more')} {...wiring}>
          <IconMore />
        </IconButton>
      )}
    >
      <MenuItem icon={<IconHistory />} aria-haspopup="dialog" onSelect={() => onOpen('versions')}>
        {t('saved.versions')}
      </MenuItem>
      {canEdit && (
        <MenuItem icon={<IconEdit />} aria-haspopup="dialog" onSelect={() => onOpen('details')}>
          {t('saved.details')}
        </MenuItem>
      )}
      {canEdit && (
        <MenuItem
          icon={<IconCopy />}
          disabledReason={isEmpty ? t('sql.empty') : undefined}
          aria-haspopup="dialog"
          onSelect={() => onOpen('copy')}
        >
          {t('saved.copy')}
        </MenuItem>
      )}
      {canEdit && <MenuDivider />}
      {canEdit && (
        <MenuItem danger icon={<IconTrash />} aria-haspopup="dialog" onSelect={() => onOpen('delete')}>
          {t('saved.delete')}
        </MenuItem>
      )}
    </Menu>
  );
}

/** What changes saved queries. They are fetched again afterward, also after a refusal, which someone else can cause. */
function useQueryEdits(organizationId: string) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const onSettled = () => client.invalidateQueries({ queryKey: liveKey('saved_queries', organizationId) });
  const create = useMutation({
    mutationFn: (content: Parameters<typeof saveQuery>[1]) => saveQuery(organizationId, content),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ([seen, content]: [Parameters<typeof changeQuery>[1], Parameters<typeof changeQuery>[2]]) =>
      changeQuery(organizationId, seen, content),
    onSettled,
  });
  const remove = useMutation({ mutationFn: (id: string) => deleteQuery(organizationId, id) });
  return {
    errorText,
    isSaving: change.isPending,
    create: create.mutateAsync,
    change: (seen: Parameters<typeof changeQuery>[1], content: Parameters<typeof changeQuery>[2]) =>
      change.mutateAsync([seen, content]),
    remove: async (id: string) => {
      await remove.mutateAsync(id);
      client.removeQueries({ queryKey: savedQueries.one(organizationId, id).queryKey });
      await client.invalidateQueries({ queryKey: savedQueries.lists(organizationId) });
    },
  };
}
