import { passwordRequired, passwordRules, type PasswordChange } from '@headwater/shared/contract';
import { Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { Profile } from '../profile.queries.ts';
import { changePassword } from './account.queries.ts';
import { Editable } from './editable.tsx';

const RULES = { currentPassword: [passwordRequired], newPassword: passwordRules };

export function PasswordPart({ profile: { hasPassword } }: { profile: Profile }) {
  const t = messages.use();
  if (!hasPassword) return <Editable title={t('password.title')} value={t('password.none')} />;
  return (
    <Editable title={t('password.title')} value={t('password.note')} action={t('change')}>
      {(close) => <PasswordForm onDone={close} />}
    </Editable>
  );
}

function PasswordForm({ onDone }: { onDone(): void }) {
  const t = messages.use();
  const change = async (values: PasswordChange) => {
    await changePassword(values);
    toast.success(t('password.changed'));
    onDone();
  };
  return (
    <Form initialValues={{ currentPassword: '', newPassword: '' }} validate={RULES} onSubmit={change}>
      <FormBanner />
      <PasswordField name="currentPassword" label={t('password.current')} autoComplete="current-password" />
      <PasswordField
        name="newPassword"
        label={t('password.new')}
        hint={t('password.hint')}
        autoComplete="new-password"
        strength
      />
      <div>
        <SubmitButton pending={t('password.changing')}>{t('password.change')}</SubmitButton>
      </div>
    </Form>
  );
}
