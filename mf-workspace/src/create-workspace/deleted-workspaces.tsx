import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation, useQuery } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { rememberWorkspace, useSignedIn } from '@headwater/shared/session';
import { Button, QueryBoundary, styled, Text, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { deletedWorkspaces, restoreWorkspace, type DeletedWorkspace } from './workspace.queries.ts';

/** The deleted workspaces that the user can bring back, if there are any. */
export function DeletedWorkspaces() {
  const t = messages.use();
  const { demoEndsAt } = useSignedIn();
  const deleted = useQuery({ ...deletedWorkspaces, enabled: demoEndsAt === null });
  // Most people have none, so there is no place for them until they are known.
  if (!deleted.isError && (deleted.data ?? []).length === 0) return null;
  return (
    <Section aria-labelledby="deleted-workspaces">
      <h2 id="deleted-workspaces">{t('deleted.title')}</h2>
      <QueryBoundary query={deleted} thing={t('deleted.thing')} loading={null}>
        {(found) => (
          <ul>
            {found.map((workspace) => (
              <Deleted key={workspace.id} workspace={workspace} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Section>
  );
}

function Deleted({ workspace: { id, name, deletedBy, restorableUntil } }: { workspace: DeletedWorkspace }) {
  const t = messages.use();
  const format = useFormat();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const restore = useMutation({
    mutationFn: async () => {
      await restoreWorkspace(id);
      rememberWorkspace(id);
      await navigate(paths.workspace(id));
    },
    onSuccess: () => toast.success(t('deleted.restored', { name })),
    onError: (error) => toast.error(errorText(error)),
  });
  const until = format.date(restorableUntil);
  return (
    <li>
      <div>
        <b>{name}</b>
        <Text tone="dim" size={12}>
          {deletedBy === null
            ? t('deleted.until', { until })
            : t('deleted.by_until', { by: deletedBy, until })}
        </Text>
      </div>
      <Button
        size="small"
        busy={restore.isPending}
        aria-label={t('deleted.restore_name', { name })}
        onClick={() => restore.mutate()}
      >
        {t('deleted.restore')}
      </Button>
    </li>
  );
}

const Section = styled('section')({
  display: 'grid',
  gap: 14,
  paddingTop: 24,
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-13)',
  '& ul': { display: 'grid', gap: 16 },
  '& li': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 16 },
  '& li > div': { display: 'grid', gap: 2, minWidth: 0, overflowWrap: 'anywhere' },
});
