import { Link, paths } from '@headwater/shared/routing';
import { Note } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { ResendButton } from '../resend-button.tsx';
import { Step } from '../step.tsx';

/** The email is on its way. Doesn't reveal whether the email address has an account. */
export function Waiting({ email }: { email: string }) {
  const t = messages.use();
  return (
    <>
      <Step
        title={t('confirm.waiting')}
        text={t.rich('confirm.waitingText', { email, strong: (text) => <strong>{text}</strong> })}
        actions={<ResendButton email={email} cooling />}
      />
      <Note>
        {t.rich('confirm.otherWays', {
          login: (text) => <Link to={paths.login()}>{text}</Link>,
          signup: (text) => <Link to={paths.signup()}>{text}</Link>,
        })}
      </Note>
    </>
  );
}
