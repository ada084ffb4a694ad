import { emailRules, passwordRequired } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { paths } from '@headwater/shared/routing';
import { leaveSignedOut } from '../../remotes/reload-for-sign-in.ts';
import { messages } from '../messages.ts';
import { deleteAccount } from './account.queries.ts';

const RULES = { email: emailRules, password: [passwordRequired] };
const RULES_WITHOUT_PASSWORD = { email: emailRules };

/**
 * Requires the full email address, and the password if there is one, so that no one deletes an account by
 * accident.
 */
export function AccountDeletionForm({ hasPassword }: { hasPassword: boolean }) {
  const t = messages.use();
  const remove = async ({ email, password }: { email: string; password: string }) => {
    await deleteAccount(hasPassword ? { email, password } : { email });
    // Loads a new document: nothing of the account stays in memory, and no screen misses its session in the
    // meantime.
    leaveSignedOut(paths.login({ msg: 'account_deleted' }));
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
