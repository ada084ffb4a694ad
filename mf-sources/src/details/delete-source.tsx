import { useErrorText } from '@headwater/shared/messages';
import { liveKey, useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Button, InlineCode, Note, Stack, toast } from '@headwater/shared/ui';
import { TextInput } from '@headwater/shared/ui/inputs';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { useConnector } from '../connector-tile.tsx';
import { messages } from '../messages.ts';
import { sourceQueries, deleteSource, type SourceConnection } from '../source.queries.ts';
import { storedDataOf } from '../table.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { StoredDataChoice } from './stored-data-choice.tsx';

/** Deletes the connection once its name has been typed, with or without the tables that it has loaded. */
export function DeleteSource({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Stack gap={3}>
        <Note>{t('settings.delete_text')}</Note>
        <div>
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t('settings.delete')}
          </Button>
        </div>
      </Stack>
      {asking && <DeleteDialog source={source} onCancel={() => setAsking(false)} />}
    </>
  );
}

/** Asks what to do with the tables, and for the name. */
export function DeleteDialog({ source, onCancel }: { source: SourceConnection; onCancel(): void }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const connector = useConnector(source.connector);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<'keep' | 'drop'>('keep');
  const stored = useQuery(storedDataOf(organizationId, source.id)).data;
  const data = stored?.tables === 0 ? 'drop' : chosen;
  const remove = useDeletion(source, data === 'keep' && stored !== undefined);
  const prompt = t.rich('settings.delete_prompt', {
    name: source.name,
    code: (text) => <InlineCode>{text}</InlineCode>,
  });
  return (
    <ConfirmDialog
      open
      danger
      title={t('settings.delete_question', { name: source.name })}
      confirm={t(data === 'drop' && stored?.tables !== 0 ? 'settings.delete_with_tables' : 'settings.delete')}
      busy={remove.isPending}
      disabledReason={typed === source.name ? undefined : t('settings.delete_type')}
      onConfirm={() => remove.mutate(data)}
      onCancel={onCancel}
    >
      {stored?.tables === 0 ? (
        <p>{t('settings.delete_nothing')}</p>
      ) : (
        <StoredDataChoice stored={stored} value={chosen} onChange={setChosen} />
      )}
      <p>{t(connector?.takesUploads ? 'settings.delete_files' : 'settings.delete_source')}</p>
      <TextInput
        label={prompt}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** With `keepsTables`, it's known that there are tables and that they stay. */
function useDeletion(source: SourceConnection, keepsTables: boolean) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: (data: 'keep' | 'drop') => deleteSource(organizationId, source.id, data),
    onSuccess: async () => {
      toast.success(t(keepsTables ? 'settings.deleted_kept' : 'settings.deleted', { name: source.name }));
      await navigate(paths.sourceConnections(organizationId));
      client.removeQueries({ queryKey: sourceQueries.one(organizationId, source.id).queryKey });
      for (const type of ['source_connections', 'tables'] as const)
        void client.invalidateQueries({ queryKey: liveKey(type, organizationId) });
    },
    onError: (error) =>
      toast.error(t('settings.delete_failed', { name: source.name, reason: errorText(error) })),
  });
}
