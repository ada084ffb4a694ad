import { paths, useTitle } from '@headwater/shared/routing';
import { PublicTitle } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { OtherWayLink } from '../other-way-link.tsx';
import { SignupForm } from './signup.form.tsx';

export function SignupPage() {
  const t = messages.use();
  useTitle(t('signup.title'));
  return (
    <>
      <PublicTitle title={t('signup.title')}>
        {t.rich('signup.known', { link: (text) => <OtherWayLink to={paths.login()}>{text}</OtherWayLink> })}
      </PublicTitle>
      <SignupForm />
    </>
  );
}
