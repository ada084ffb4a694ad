import { ApiError } from '@headwater/shared/api';
import { SQL_VIEW_NAME_MAX } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Banner, Button, Stack, toast } from '@headwater/shared/ui';
import { TextInput } from '@headwater/shared/ui/inputs';
import { Dialog } from '@headwater/shared/ui/menu';
import { useId, useState, type FormEvent } from 'react';
import { messages } from '../messages.ts';
import { changeSqlView, createSqlView, sqlViewQueries, type SqlView } from '@headwater/shared/figures';

interface SaveViewDialogProps {
  organizationId: string;
  /** The query. */
  sql: string;
  /** The view that is edited, if one is. */
  view?: SqlView | undefined;
  onClose(): void;
}

/** Saves a query as a view, and goes there. */
export function SaveViewDialog({ organizationId, sql, view, onClose }: SaveViewDialogProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() === '') return;
    setBusy(true);
    try {
      const attributes = { name: name.trim(), sql };
      const saved = await (view
        ? changeSqlView(organizationId, view, attributes)
        : createSqlView(organizationId, attributes));
      client.setQueryData(sqlViewQueries.one(organizationId, saved.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: liveKey('tables', organizationId) });
      toast.success(t('view.saved', { name: saved.name }));
      void navigate(paths.table(organizationId, saved.sourceConnectionId, saved.name));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const isAboutName = isNameFault(error);
  return (
    <Dialog
      open
      title={view ? t('view.save_title', { name: view.name }) : t('view.save_as')}
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('view.cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            busy={isBusy}
            disabledReason={name.trim() === '' ? t('view.name_missing') : undefined}
          >
            {t('view.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={3}>
          {error !== null && !isAboutName && (
            <Banner tone="bad" role="alert">
              {errorText(error)}
            </Banner>
          )}
          <TextInput
            label={t('view.name')}
            value={name}
            maxLength={SQL_VIEW_NAME_MAX}
            autoFocus
            error={isAboutName ? errorText(error) : undefined}
            onChange={({ target }) => {
              setName(target.value);
              setError(null);
            }}
          />
          <p>{t('view.save_text')}</p>
        </Stack>
      </form>
    </Dialog>
  );
}

const isNameFault = (error: unknown) =>
  error instanceof ApiError && error.errors?.[0]?.source?.pointer === '/data/attributes/name';
