import { Outlet } from '@headwater/shared/routing';
import { useSession } from '@headwater/shared/session';
import { Button, SoloFrame } from '@headwater/shared/ui';
import { IconUser } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { useProfileAddress } from '../profile/profile-address.ts';
import { ProfileSlot } from '../profile/profile-slot.tsx';
import { LanguageSelect } from './language-select.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useLogOut } from './use-log-out.ts';

/**
 * The layout of a standalone page. If someone is signed in, it shows who, their profile, and how to log out.
 */
export function StandaloneLayout() {
  const session = useSession();
  return (
    <SoloFrame
      tools={
        <>
          {session ? <SignedIn email={session.email} /> : <LanguageSelect />}
          <ThemeSwitch />
        </>
      }
    >
      <OfflineBanner />
      <Outlet />
      {session && <ProfileSlot />}
    </SoloFrame>
  );
}

function SignedIn({ email }: { email: string }) {
  const t = messages.use();
  const { open } = useProfileAddress();
  const { loggingOut, logOut } = useLogOut();
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={<IconUser />}
        aria-label={t('user.profile_of', { email })}
        onClick={open}
      >
        <span className="hw-p2">{email}</span>
      </Button>
      <Button variant="ghost" size="small" busy={loggingOut} onClick={logOut}>
        {t('user.log_out')}
      </Button>
    </>
  );
}
