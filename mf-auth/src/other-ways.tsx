import { useSignInOptions } from '@headwater/shared/session';
import { Or, Button, Stack } from '@headwater/shared/ui';
import { IconArrowRight } from '@headwater/shared/ui/icons';
import { paths } from '@headwater/shared/routing';
import { GoogleButton } from './google/google-button.tsx';
import { messages } from './messages.ts';

/** The ways to sign in besides the form that this installation offers. */
export function OtherWays({ purpose }: { purpose: 'login' | 'signup' }) {
  const t = messages.use();
  const { google, demo } = useSignInOptions();
  const offersDemo = purpose === 'login' && demo === 'open';
  if (!google && !offersDemo) return null;
  return (
    <>
      <Or />
      <Stack gap={2}>
        {google && <GoogleButton purpose={purpose} />}
        {offersDemo && (
          <Button variant="ghost" wide to={paths.demoLogin()} endIcon={<IconArrowRight />}>
            {t('demo.try')}
          </Button>
        )}
      </Stack>
    </>
  );
}
