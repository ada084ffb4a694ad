import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { GoogleMark } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { OtherWayButton } from '../other-way-link.tsx';
import { useGoogle, type GooglePurpose } from './use-google.ts';

/** Signs in or up in a window of Google's. */
export function GoogleButton({ purpose }: { purpose: GooglePurpose }) {
  const t = messages.use();
  const { fault, waiting, begin } = useGoogle(purpose);
  return (
    <>
      {fault && (
        <Banner
          tone="bad"
          role="alert"
          action={
            fault.isUnknownAccount && <OtherWayButton to={paths.signup()}>{t('signup.title')}</OtherWayButton>
          }
        >
          {fault.text}
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
