import { emailRules, passwordRequired } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { paths, useNavigate } from '@headwater/shared/routing';
import { clearSession } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { deleteAccount } from './account.queries.ts';

const RULES = { email: emailRules, password: [passwordRequired] };
const RULES_WITHOUT_PASSWORD = { email: emailRules };

/** The address typed in full, and the password where there is one: nobody deletes an account by a slip. */
export function AccountDeletionForm({ hasPassword }: { hasPassword: boolean }) {
  const t = messages.use();
  const navigate = useNavigate();
  const remove = async ({ email, password }: { email: string; password: string }) => {
    await deleteAccount(hasPassword ? { email, password } : { email });
    clearSession();
    await navigate(paths.login(), { replace: true });
    toast.success(t('deletion.done'));
  };
  return (
    <Form
      initialValues={{ email: '', password: '' }}
      validate={hasPassword ? RULES : RULES_WITHOUT_PASSWORD}
      onSubmit={remove}
    >
      <FormBanner />
      <EmailField name="email" label={t('deletion.email')} autoComplete="off" />
      {hasPassword && (
        <PasswordField name="password" label={t('password.current')} autoComplete="current-password" />
      )}
      <div>
        <SubmitButton danger pending={t('deletion.deleting')}>
          {t('deletion.delete')}
        </SubmitButton>
      </div>
    </Form>
  );
}
