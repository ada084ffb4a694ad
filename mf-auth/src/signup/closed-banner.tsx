import { supportEmail } from '@headwater/shared/routing';
import { Banner } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/** Whom to ask for an account that one may not open oneself. */
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
