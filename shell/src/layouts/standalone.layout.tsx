import { Outlet } from '@headwater/shared/routing';
import { useSignedIn } from '@headwater/shared/session';
import { Button, SoloFrame, Text, ThemeToggle } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { useLogOut } from './use-log-out.ts';

/** A page for somebody who is signed in but in no workspace: it says who they are and lets them leave. */
export function StandaloneLayout() {
  const t = messages.use();
  const { email } = useSignedIn();
  const { loggingOut, logOut } = useLogOut();
  return (
    <SoloFrame
      tools={
        <>
          <Text size={13} tone="muted" className="hw-p2">
            {email}
          </Text>
          <Button variant="ghost" size="small" busy={loggingOut} onClick={logOut}>
            {t('user.log_out')}
          </Button>
          <ThemeToggle />
        </>
      }
    >
      <Outlet />
    </SoloFrame>
  );
}
