import { emailRules, passwordRequired } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { paths } from '@headwater/shared/routing';
import { browser } from '../../remotes/reload-once.ts';
import { messages } from '../messages.ts';
import { deleteAccount } from './account.queries.ts';

const RULES = { email: emailRules, password: [passwordRequired] };
const RULES_WITHOUT_PASSWORD = { email: emailRules };

/** The address typed in full, and the password where there is one: nobody deletes an account by a slip. */
export function AccountDeletionForm({ hasPassword }: { hasPassword: boolean }) {
  const t = messages.use();
  const remove = async ({ email, password }: { email: string; password: string }) => {
    await deleteAccount(hasPassword ? { email, password } : { email });
    // By a new document: nothing of the account stays in memory, and no screen misses its session on the way.
    browser.open(paths.login({ msg: 'account_deleted' }));
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
