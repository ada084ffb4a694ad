import { emailRules } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, SubmitButton } from '@headwater/shared/forms';
import { paths, useNavigate } from '@headwater/shared/routing';
import { AttemptLimitBanner } from '../attempt-limit-banner.tsx';
import { requestConfirmation } from '../auth.queries.ts';
import { messages } from '../messages.ts';
import { useAttemptLimit } from '../use-attempt-limit.ts';

const RULES = { email: emailRules };

/** Requests another link for an email address that the user enters, then waits for it. */
export function LinkForm() {
  const t = messages.use();
  const navigate = useNavigate();
  const { limit, lift, handles } = useAttemptLimit();

  const submit = async ({ email }: { email: string }) => {
    try {
      await requestConfirmation(email);
      await navigate(paths.confirmEmail({ email }), { replace: true });
    } catch (error) {
      if (!handles(error)) throw error;
    }
  };

  return (
    <Form initialValues={{ email: '' }} validate={RULES} onSubmit={submit}>
      {limit ? <AttemptLimitBanner limit={limit} form="link" onOver={lift} /> : <FormBanner />}
      <EmailField name="email" label={t('field.email')} autoComplete="username" />
      <div>
        <SubmitButton pending={t('resend.sending')} disabled={limit !== null}>
          {t('resend.send')}
        </SubmitButton>
      </div>
    </Form>
  );
}
