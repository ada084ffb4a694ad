import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { Button, styled, toast, TwoLines } from '@headwater/shared/ui';
import { RelativeTime, Tag } from '@headwater/shared/ui/workspace';
import { useLogOut } from '../../layouts/use-log-out.ts';
import { messages } from '../messages.ts';
import { endSession, type UserSession } from './sessions.queries.ts';

/** A browser, where and when it was last used, and a button that logs it out. */
export function SessionRow({ session }: { session: UserSession }) {
  const t = messages.use();
  const { address, isCurrent, lastSeenAt } = session;
  const device = useDevice(session);
  return (
    <Item>
      <TwoLines>
        <span>
          {device} {isCurrent && <Tag tone="accent">{t('sessions.this_one')}</Tag>}
        </span>
        <span>
          {address && <>{address}, </>}
          {t.rich('sessions.last_used', { time: () => <RelativeTime iso={lastSeenAt} /> })}
        </span>
      </TwoLines>
      {isCurrent ? <LogOut /> : <End id={session.id} device={device} />}
    </Item>
  );
}

/** Returns "Firefox on Linux", or as much of it as the browser reported. */
function useDevice({ browser, system }: UserSession) {
  const t = messages.use();
  if (browser && system) return t('sessions.device', { browser, system });
  return browser ?? system ?? t('sessions.device_unknown');
}

function End({ id, device }: { id: string; device: string }) {
  const t = messages.use();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => endSession(id),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Button
      size="small"
      busy={isPending}
      aria-label={t('sessions.end_device', { device })}
      onClick={() => mutate()}
    >
      {t('sessions.end')}
    </Button>
  );
}

/** Ending the current session is logging out. */
function LogOut() {
  const t = messages.use();
  const { loggingOut, logOut } = useLogOut();
  return (
    <Button size="small" busy={loggingOut} onClick={() => void logOut()}>
      {t('sessions.log_out')}
    </Button>
  );
}

const Item = styled('li')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: '10px 0',
  '& + &': { borderTop: 'var(--hair)' },
});
