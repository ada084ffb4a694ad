import { sharedMessages } from '@headwater/shared/messages';
import { Banner } from '@headwater/shared/ui';
import { ResendButton } from '../resend-button.tsx';

/** The password was correct, but the email address isn't confirmed yet. */
export function UnconfirmedBanner({ email }: { email: string }) {
  const shared = sharedMessages.use();
  return (
    <Banner tone="warn" role="alert" action={<ResendButton email={email} size="small" />}>
      {shared('error.email_unconfirmed')}
    </Banner>
  );
}
