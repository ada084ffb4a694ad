import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQuery } from '@headwater/shared/query';
import { QueryBoundary, Button, Note, Skeleton, Stack, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { endOtherSessions, userSessionsQuery } from './sessions.queries.ts';
import { SessionRow } from './session-row.tsx';

/** Every browser that the user is logged in with. */
export function SessionsSection() {
  const t = messages.use();
  return (
    <QueryBoundary query={useQuery(userSessionsQuery)} thing={t('sessions.thing')} loading={<RowSkeletons />}>
      {(sessions) => (
        <Stack gap={3}>
          <Note>{t('sessions.note')}</Note>
          <ul>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {sessions.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
        </Stack>
      )}
    </QueryBoundary>
  );
}

function EndOthers() {
  const t = messages.use();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => toast.success(t('sessions.others_ended')),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <div>
      <Button busy={isPending} onClick={() => mutate()}>
        {t('sessions.end_others')}
      </Button>
    </div>
  );
}

function RowSkeletons() {
  return (
    <Stack gap={6}>
      <Skeleton width="80%" />
      {[1, 2, 3].map((row) => (
        <Stack key={row} gap={2}>
          <Skeleton width={140} />
          <Skeleton width={220} />
        </Stack>
      ))}
    </Stack>
  );
}
