import { paths, useSearchParams, useTitle } from '@headwater/shared/routing';
import { PublicTitle } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { OtherWayLink } from '../other-way-link.tsx';
import { InvitedSignup } from './invited-signup.tsx';
import { OpenSignup } from './open-signup.tsx';

export function SignupPage() {
  const t = messages.use();
  const [params] = useSearchParams();
  const invitation = params.get('invitation');
  useTitle(t('signup.title'));
  if (invitation) return <InvitedSignup code={invitation} />;
  return (
    <>
      <PublicTitle title={t('signup.title')}>
        {t.rich('signup.known', { link: (text) => <OtherWayLink to={paths.login()}>{text}</OtherWayLink> })}
      </PublicTitle>
      <OpenSignup />
    </>
  );
}
