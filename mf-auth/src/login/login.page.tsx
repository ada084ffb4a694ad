import { paths, useTitle } from '@headwater/shared/routing';
import { PublicTitle } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { OtherWayLink } from '../other-way-link.tsx';
import { OtherWays } from '../other-ways.tsx';
import { LoginForm } from './login.form.tsx';
import { LoginNotice } from './login-notice.tsx';

export function LoginPage() {
  const t = messages.use();
  useTitle(t('login.title'));
  return (
    <>
      <PublicTitle title={t('login.title')}>
        {t.rich('login.new', { link: (text) => <OtherWayLink to={paths.signup()}>{text}</OtherWayLink> })}
      </PublicTitle>
      <LoginNotice />
      <LoginForm />
      <OtherWays purpose="login" />
    </>
  );
}
