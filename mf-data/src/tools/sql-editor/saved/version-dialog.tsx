import { useErrorText, useFormat } from '@headwater/shared/messages';
import { liveKey, useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { Button, QueryBoundary, Skeleton, styled, toast } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useState } from 'react';
import { messages } from '../../../messages.ts';
import { ChangedLines } from './changed-lines.tsx';
import { Choice, Choices } from './query-list.tsx';
import { restoreQuery, savedQueries, type Saved, type SavedVersion } from '@headwater/shared/figures';

interface VersionDialogProps {
  organizationId: string;
  saved: Saved;
  canEdit: boolean;
  onRestored(saved: Saved): void;
  onClose(): void;
}

/** All versions of a query, each compared with the newest one, which an earlier one can follow again. */
export function VersionDialog({ organizationId, saved, canEdit, onRestored, onClose }: VersionDialogProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  const versions = useQuery(savedQueries.versions(organizationId, saved.id));
  const [chosen, setChosen] = useState<SavedVersion | null>(null);
  const restore = useMutation({
    mutationFn: (version: number) => restoreQuery(organizationId, saved, version),
    onSuccess: (next) => {
      toast.success(t('saved.saved_as', { version: next.version }));
      onRestored(next);
      onClose();
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: liveKey('saved_queries', organizationId) }),
  });
  const isOlder = chosen !== null && chosen.version !== saved.version;
  return (
    <Dialog
      open
      wide
      title={t('saved.versions_of', { name: saved.name })}
      onClose={onClose}
      actions={
        canEdit &&
        isOlder && (
          <Button variant="primary" busy={restore.isPending} onClick={() => restore.mutate(chosen.version)}>
            {t('saved.restore', { version: chosen.version })}
          </Button>
        )
      }
    >
      <QueryBoundary
        query={versions}
        thing={t('saved.versions_thing')}
        loading={<Skeleton width="100%" height={240} />}
      >
        {(found) => (
          <Columns>
            <Choices aria-label={t('saved.versions')}>
              {found.map((version) => (
                <li key={version.id}>
                  <VersionChoice
                    version={version}
                    isChosen={version.version === (chosen ?? saved).version}
                    onChoose={() => setChosen(version)}
                  />
                </li>
              ))}
            </Choices>
            <ChangedLines
              label={t('saved.compared')}
              before={(chosen ?? saved).sql}
              after={isOlder ? saved.sql : (chosen ?? saved).sql}
            />
          </Columns>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

interface VersionChoiceProps {
  version: SavedVersion;
  isChosen: boolean;
  onChoose(): void;
}

function VersionChoice({ version, isChosen, onChoose }: VersionChoiceProps) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const { restoredVersion, savedBy, savedAt } = version;
  return (
    <Chosen type="button" aria-pressed={isChosen} onClick={onChoose}>
      <b>
        {restoredVersion === null
          ? t('saved.version', { version: version.version })
          : t('saved.version_again', { version: version.version, restored: restoredVersion })}
      </b>
      <span>{savedBy}</span>
      <small>{dateTime(savedAt)}</small>
    </Chosen>
  );
}

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: '200px minmax(0, 1fr)',
  gap: 20,
  alignItems: 'start',
  '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
const Chosen = styled(Choice)({ '&[aria-pressed="true"]': { background: 'var(--surface-2)' } });
