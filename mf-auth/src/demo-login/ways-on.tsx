import { paths } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/** An account of one's own instead. */
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
