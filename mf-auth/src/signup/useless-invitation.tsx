import type { ApiError } from '@headwater/shared/api';
import { sharedMessages, useErrorText } from '@headwater/shared/messages';
import { paths } from '@headwater/shared/routing';
import { afterSignIn, useSession } from '@headwater/shared/session';
import { Banner, Button, PublicTitle } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { OtherWayLink } from '../other-way-link.tsx';
import { OpenSignup } from './open-signup.tsx';

/** Says why a link opens nothing anymore. Where sign-up is open, that is still possible. */
export function UselessInvitation({ error }: { error: ApiError }) {
  const t = messages.use();
  const shared = sharedMessages.use();
  const errorText = useErrorText();
  const session = useSession();
  const text = error.status === 404 ? shared('error.invitation_invalid') : errorText(error);
  return (
    <>
      <PublicTitle title={t(session ? 'signup.invitationTitle' : 'signup.title')}>
        {!session &&
          t.rich('signup.known', {
            link: (words) => <OtherWayLink to={paths.login()}>{words}</OtherWayLink>,
          })}
      </PublicTitle>
      <Banner tone="bad" role="alert">
        {text}
      </Banner>
      {session ? (
        <Button variant="primary" size="tall" wide to={afterSignIn(session)}>
          {t('confirm.continue')}
        </Button>
      ) : (
        <OpenSignup />
      )}
    </>
  );
}
