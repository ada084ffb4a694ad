import { supportEmail } from '@headwater/shared/routing';
import { Banner } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/** Shows whom to ask for an account if users can't sign up on their own. */
export function ClosedBanner() {
  const t = messages.use();
  return (
    <Banner tone="info">
      {t.rich('signup.closed', {
        email: supportEmail(),
        link: (text) => <a href={`mailto:${supportEmail()}`}>{text}</a>,
      })}
    </Banner>
  );
}
