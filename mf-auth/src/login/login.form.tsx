import { emailRules, passwordRequired, type EmailLogin } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { AttemptLimitBanner } from '../attempt-limit-banner.tsx';
import { logIn } from '../auth.queries.ts';
import { messages } from '../messages.ts';
import { useAttemptLimit } from '../use-attempt-limit.ts';
import { useEnter } from '../use-enter.ts';

const RULES = { email: emailRules, password: [passwordRequired] };

export function LoginForm() {
  const t = messages.use();
  const enter = useEnter();
  const { limit, lift, heeds } = useAttemptLimit();

  const submit = async (values: EmailLogin) => {
    try {
      await enter(await logIn(values));
    } catch (error) {
      if (!heeds(error)) throw error;
    }
  };

  return (
    <Form initialValues={{ email: '', password: '' }} validate={RULES} onSubmit={submit}>
      {limit ? <AttemptLimitBanner limit={limit} form="login" onOver={lift} /> : <FormBanner />}
      <EmailField name="email" label={t('field.email')} autoComplete="username" />
      <PasswordField name="password" label={t('field.password')} autoComplete="current-password" />
      <SubmitButton size="tall" wide pending={t('login.submitting')} disabled={limit !== null}>
        {t('login.submit')}
      </SubmitButton>
    </Form>
  );
}
