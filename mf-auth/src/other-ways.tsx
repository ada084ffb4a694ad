import { useSignInOptions } from '@headwater/shared/session';
import { Or, Button, Stack } from '@headwater/shared/ui';
import { IconArrowRight } from '@headwater/shared/ui/icons';
import { paths } from '@headwater/shared/routing';
import { GoogleButton } from './google/google-button.tsx';
import type { GoogleInvitation, GooglePurpose } from './google/use-google.ts';
import { messages } from './messages.ts';

interface OtherWaysProps {
  purpose: GooglePurpose;
  invitation?: GoogleInvitation;
}

/** The ways to sign in besides the form that this installation offers. */
export function OtherWays({ purpose, invitation }: OtherWaysProps) {
  const t = messages.use();
  const { google, demo } = useSignInOptions();
  const offersDemo = purpose === 'login' && demo === 'open';
  if (!google && !offersDemo) return null;
  return (
    <>
      <Or />
      <Stack gap={2}>
        {google && <GoogleButton purpose={purpose} invitation={invitation} />}
        {offersDemo && (
          <Button variant="ghost" wide to={paths.demoLogin()} endIcon={<IconArrowRight />}>
            {t('demo.try')}
          </Button>
        )}
      </Stack>
    </>
  );
}
