import { paths } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/** The alternatives to the demo: signing up and logging in. */
export function WaysOn() {
  const t = messages.use();
  return (
    <>
      <Button to={paths.signup()}>{t('signup.title')}</Button>
      <Button variant="ghost" to={paths.login()}>
        {t('login.title')}
      </Button>
    </>
  );
}
