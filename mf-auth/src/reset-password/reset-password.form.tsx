import { passwordRules, repeats } from '@headwater/shared/contract';
import { Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { paths, useNavigate } from '@headwater/shared/routing';
import { AttemptLimitBanner } from '../attempt-limit-banner.tsx';
import { resetPassword } from '../auth.queries.ts';
import { hasCode } from '../error-code.ts';
import { messages } from '../messages.ts';
import { useAttemptLimit } from '../use-attempt-limit.ts';
import { useFreshSession } from '../use-fresh-session.ts';

interface Values {
  [field: string]: string;
  newPassword: string;
  confirmPassword: string;
}
const EMPTY: Values = { newPassword: '', confirmPassword: '' };
const RULES = {
  newPassword: passwordRules,
  confirmPassword: ({ newPassword }: Values) => [repeats(newPassword)],
};
const RENAMES = { password: 'newPassword' };

interface ResetPasswordFormProps {
  code: string;
  /** Called if the link itself is refused, so that no other password would help. */
  onRefused(error: unknown): void;
}

export function ResetPasswordForm({ code, onRefused }: ResetPasswordFormProps) {
  const t = messages.use();
  const navigate = useNavigate();
  const refetchSession = useFreshSession();
  const { limit, lift, handles } = useAttemptLimit();

  const submit = async ({ newPassword }: Values) => {
    try {
      await resetPassword({ code, password: newPassword });
      await refetchSession(); // the reset has ended the account's sessions
      await navigate(paths.login({ msg: 'password_reset_successful' }), { replace: true });
    } catch (error) {
      if (hasCode(error, 'code_invalid', 'code_expired', 'code_used')) onRefused(error);
      else if (!handles(error)) throw error;
    }
  };

  return (
    <Form initialValues={EMPTY} validate={RULES} renames={RENAMES} onSubmit={submit}>
      {limit ? <AttemptLimitBanner limit={limit} form="reset" onOver={lift} /> : <FormBanner />}
      <PasswordField
        name="newPassword"
        label={t('field.newPassword')}
        hint={t('signup.passwordHint')}
        autoComplete="new-password"
        strength
      />
      <PasswordField name="confirmPassword" label={t('field.confirmPassword')} autoComplete="new-password" />
      <SubmitButton size="tall" wide pending={t('reset.submitting')} disabled={limit !== null}>
        {t('reset.submit')}
      </SubmitButton>
    </Form>
  );
}
