import { emailRules, type PasswordResetRequest } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, SubmitButton } from '@headwater/shared/forms';
import { AttemptLimitBanner } from '../attempt-limit-banner.tsx';
import { requestPasswordReset } from '../auth.queries.ts';
import { messages } from '../messages.ts';
import { useAttemptLimit } from '../use-attempt-limit.ts';

const RULES = { email: emailRules };

/** Requests the email. Doesn't reveal whether there is an account with this email address. */
export function RequestPasswordResetForm({ onSent }: { onSent(email: string): void }) {
  const t = messages.use();
  const { limit, lift, handles } = useAttemptLimit();

  const submit = async (values: PasswordResetRequest) => {
    try {
      await requestPasswordReset(values);
      onSent(values.email);
    } catch (error) {
      if (!handles(error)) throw error;
    }
  };

  return (
    <Form initialValues={{ email: '' }} validate={RULES} onSubmit={submit}>
      {limit ? <AttemptLimitBanner limit={limit} form="reset" onOver={lift} /> : <FormBanner />}
      <EmailField name="email" label={t('field.email')} autoComplete="username" />
      <SubmitButton size="tall" wide pending={t('requestReset.submitting')} disabled={limit !== null}>
        {t('requestReset.submit')}
      </SubmitButton>
    </Form>
  );
}
