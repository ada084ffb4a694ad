import { may, WORKSPACE_UNDO_DAYS } from '@headwater/shared/contract';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import { queryClient, useMutation } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { storeSession, useSignedIn } from '@headwater/shared/session';
import { Button, Stack, toast } from '@headwater/shared/ui';
import { TextInput } from '@headwater/shared/ui/inputs';
import { ConfirmDialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { SettingRow } from '../setting-row.tsx';
import { workspaceQuery, deleteWorkspace, type Organization } from '../workspace.queries.ts';

const DAY_MS = 86_400_000;

/** Deletes the workspace, which its admins can undo for a while. Only they see this. */
export function DeleteWorkspace({ workspace }: { workspace: Organization }) {
  const t = messages.use();
  const [isAsking, setAsking] = useState(false);
  if (!may(workspace.role, 'workspace:edit')) return null;
  return (
    <SettingRow title={t('delete.title')} about={t('delete.about', { days: WORKSPACE_UNDO_DAYS })}>
      <div>
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('delete.delete')}
        </Button>
      </div>
      {isAsking && <DeleteDialog workspace={workspace} onClose={() => setAsking(false)} />}
    </SettingRow>
  );
}

function DeleteDialog({ workspace: { id, name }, onClose }: { workspace: Organization; onClose(): void }) {
  const t = messages.use();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const session = useSignedIn();
  const { date } = useFormat();
  const [until] = useState(() => new Date(Date.now() + WORKSPACE_UNDO_DAYS * DAY_MS));
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: async () => {
      await deleteWorkspace(id, name);
      const organizations = session.organizations.filter(({ organizationId }) => organizationId !== id);
      storeSession({ ...session, organizations });
      await navigate(paths.createWorkspace(), { replace: true });
      queryClient.removeQueries({ queryKey: workspaceQuery(id).queryKey });
    },
    onSuccess: () => toast.success(t('delete.deleted', { name })),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <ConfirmDialog
      open
      danger
      title={t('delete.question', { name })}
      confirm={t('delete.delete')}
      busy={remove.isPending}
      disabledReason={typed.trim() === name ? undefined : t('delete.type_first')}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <Stack gap={3}>
        <p>{t('delete.effect')}</p>
        <p>{t('delete.undo', { until: date(until.toISOString()) })}</p>
        <TextInput
          label={t('delete.type_name', { name })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          onChange={({ target }) => setTyped(target.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
