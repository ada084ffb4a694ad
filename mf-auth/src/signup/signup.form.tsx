import { useState } from 'react';
import { ApiError } from '@headwater/shared/api';
import { emailRules, passwordRules, type EmailSignup } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { Banner, toast } from '@headwater/shared/ui';
import { AttemptLimitBanner } from '../attempt-limit-banner.tsx';
import { signUp } from '../auth.queries.ts';
import { messages } from '../messages.ts';
import { useAttemptLimit } from '../use-attempt-limit.ts';
import { useEnter } from '../use-enter.ts';

const RULES = { email: emailRules, password: passwordRules };

export function SignupForm() {
  const t = messages.use();
  const enter = useEnter();
  const { limit, lift, heeds } = useAttemptLimit();
  const [closed, setClosed] = useState(false);

  const submit = async (values: EmailSignup) => {
    setClosed(false);
    try {
      const session = await signUp(values);
      toast.success(t('signup.done'));
      await enter(session);
    } catch (error) {
      setClosed(isClosed(error));
      if (!heeds(error)) throw error;
    }
  };

  return (
    <Form initialValues={{ email: '', password: '' }} validate={RULES} onSubmit={submit}>
      {closed && <Banner tone="info">{t('signup.closed')}</Banner>}
      {limit ? <AttemptLimitBanner limit={limit} form="signup" onOver={lift} /> : <FormBanner />}
      <EmailField name="email" label={t('field.email')} autoComplete="username" />
      <PasswordField
        name="password"
        label={t('field.password')}
        hint={t('signup.passwordHint')}
        autoComplete="new-password"
      />
      <SubmitButton size="tall" wide pending={t('signup.submitting')} disabled={limit !== null}>
        {t('signup.submit')}
      </SubmitButton>
    </Form>
  );
}

/** The field says which addresses may sign up; somebody with another one has to be told whom to ask. */
function isClosed(error: unknown) {
  return error instanceof ApiError && !!error.errors?.some(({ code }) => code === 'sign_up_closed');
}
