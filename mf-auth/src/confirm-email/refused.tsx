import { sharedMessages, useErrorText } from '@headwater/shared/messages';
import { paths } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { hasCode, hasReason } from '../error-code.ts';
import { messages } from '../messages.ts';
import { Step } from '../step.tsx';
import { LinkForm } from './link.form.tsx';

interface RefusedProps {
  error: Error;
  onRetry(): void;
}

/**
 * The code was refused. After a used link, the user can log in; for an expired or invalid one, request a new link;
 * else retry.
 */
export function Refused({ error, onRetry }: RefusedProps) {
  const t = messages.use();
  const shared = sharedMessages.use();
  const errorText = useErrorText();
  if (hasCode(error, 'code_used')) {
    const logIn = (
      <Button variant="primary" to={paths.login()}>
        {t('login.title')}
      </Button>
    );
    return <Step title={t('confirm.used')} text={t('confirm.usedText')} actions={logIn} />;
  }
  const isExpired = hasCode(error, 'code_expired');
  if (isExpired || hasCode(error, 'code_invalid'))
    return (
      <>
        <Step
          title={t(isExpired ? 'confirm.expired' : 'confirm.invalid')}
          text={t(isExpired ? 'confirm.expiredText' : 'confirm.invalidText')}
        />
        <LinkForm />
      </>
    );
  const retry = <Button onClick={onRetry}>{t('confirm.retry')}</Button>;
  return (
    <Step
      title={t('confirm.failed')}
      text={hasReason(error) ? errorText(error) : shared('error.contact_support')}
      actions={retry}
    />
  );
}
