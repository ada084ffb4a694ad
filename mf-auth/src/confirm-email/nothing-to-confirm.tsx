import { paths } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { Step } from '../step.tsx';

/** For installations that send no email, where email addresses needn't be confirmed. */
export function NothingToConfirm() {
  const t = messages.use();
  return (
    <Step
      title={t('confirm.nothing')}
      text={t('confirm.nothingText')}
      actions={
        <Button variant="primary" to={paths.login()}>
          {t('login.title')}
        </Button>
      }
    />
  );
}
