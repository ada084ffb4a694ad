import { supportEmail } from '@headwater/shared/routing';
import { useSignInOptions } from '@headwater/shared/session';
import { Text } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { OtherWays } from '../other-ways.tsx';
import { SignupForm } from './signup.form.tsx';

/** Sign-up without an invitation: the form if sign-up is open, else whom to ask. */
export function OpenSignup() {
  const t = messages.use();
  const { signUp, signUpDomains } = useSignInOptions();
  if (signUp === 'invited') return <ByInvitationOnly />;
  return (
    <>
      <SignupForm
        emailHint={
          signUp === 'domains' ? t('signup.domains', { domains: signUpDomains.join(', ') }) : undefined
        }
      />
      <OtherWays purpose="signup" />
    </>
  );
}

function ByInvitationOnly() {
  const t = messages.use();
  return (
    <Text as="p" tone="muted">
      {t.rich('signup.byInvitation', {
        email: supportEmail(),
        link: (text) => <a href={`mailto:${supportEmail()}`}>{text}</a>,
      })}
    </Text>
  );
}
