import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { GoogleMark } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { OtherWayButton } from '../other-way-link.tsx';
import { useGoogle, type GoogleInvitation, type GooglePurpose } from './use-google.ts';

interface GoogleButtonProps {
  purpose: GooglePurpose;
  invitation?: GoogleInvitation;
}

/** Logs in or signs up in a Google window. */
export function GoogleButton({ purpose, invitation }: GoogleButtonProps) {
  const t = messages.use();
  const { failure, waiting, begin } = useGoogle(purpose, invitation);
  return (
    <>
      {failure && (
        <Banner
          tone="bad"
          role="alert"
          action={
            failure.isUnknownAccount && (
              <OtherWayButton to={paths.signup()}>{t('signup.title')}</OtherWayButton>
            )
          }
        >
          {failure.text}
        </Banner>
      )}
      <Button
        size="tall"
        wide
        icon={<GoogleMark />}
        busy={waiting}
        busyLabel={t('google.waiting')}
        onClick={begin}
      >
        {t('google.continue')}
      </Button>
    </>
  );
}
