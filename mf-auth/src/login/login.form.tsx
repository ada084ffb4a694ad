import { useState } from 'react';
import { emailRules, passwordRequired, type EmailLogin } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { Link, paths } from '@headwater/shared/routing';
import { AttemptLimitBanner } from '../attempt-limit-banner.tsx';
import { logIn } from '../auth.queries.ts';
import { hasCode } from '../error-code.ts';
import { messages } from '../messages.ts';
import { useAttemptLimit } from '../use-attempt-limit.ts';
import { useEnter } from '../use-enter.ts';
import { UnconfirmedBanner } from './unconfirmed-banner.tsx';

const RULES = { email: emailRules, password: [passwordRequired] };

export function LoginForm() {
  const t = messages.use();
  const enter = useEnter();
  const { limit, lift, handles } = useAttemptLimit();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);

  const submit = async (values: EmailLogin) => {
    try {
      await enter(await logIn(values));
    } catch (error) {
      // The banner stays until the next response, so that the time until the next email is kept.
      const isUnconfirmed = hasCode(error, 'email_unconfirmed');
      setUnconfirmed(isUnconfirmed ? values.email : null);
      if (!isUnconfirmed && !handles(error)) throw error;
    }
  };

  return (
    <Form initialValues={{ email: '', password: '' }} validate={RULES} onSubmit={submit}>
      {limit ? <AttemptLimitBanner limit={limit} form="login" onOver={lift} /> : <FormBanner />}
      {unconfirmed && <UnconfirmedBanner key={unconfirmed} email={unconfirmed} />}
      <EmailField name="email" label={t('field.email')} autoComplete="username" />
      <PasswordField
        name="password"
        label={t('field.password')}
        labelEnd={<Link to={paths.requestPasswordReset()}>{t('login.forgot')}</Link>}
        autoComplete="current-password"
      />
      <SubmitButton size="tall" wide pending={t('login.submitting')} disabled={limit !== null}>
        {t('login.submit')}
      </SubmitButton>
    </Form>
  );
}
