import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { GoogleMark } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { OtherWayButton } from '../other-way-link.tsx';
import { useGoogle, type GooglePurpose } from './use-google.ts';

/** Logs in or signs up in a Google window. */
export function GoogleButton({ purpose }: { purpose: GooglePurpose }) {
  const t = messages.use();
  const { failure, waiting, begin } = useGoogle(purpose);
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
