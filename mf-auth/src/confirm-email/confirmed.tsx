import { paths } from '@headwater/shared/routing';
import { afterSignIn, useSession } from '@headwater/shared/session';
import { Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { Step } from '../step.tsx';

/** The confirmation for the owner, for an anonymous visitor, or in a browser where someone else is signed in. */
export function Confirmed({ email }: { email: string }) {
  const t = messages.use();
  const session = useSession();
  const title = t('confirm.confirmed');
  if (!session) return <Step title={title} text={t('confirm.logIn', { email })} actions={<LogIn />} />;
  const isOwn = session.email.toLowerCase() === email.toLowerCase();
  return (
    <Step
      title={title}
      text={isOwn ? t('confirm.own', { email }) : t('confirm.wrongAccount', { email, other: session.email })}
      actions={
        <Button variant={isOwn ? 'primary' : 'secondary'} to={afterSignIn(session)}>
          {isOwn ? t('confirm.continue') : t('confirm.continueAs', { email: session.email })}
        </Button>
      }
    />
  );
}

function LogIn() {
  const t = messages.use();
  return (
    <Button variant="primary" to={paths.login()}>
      {t('login.title')}
    </Button>
  );
}
