import { emailRules, passwordRequired, type EmailChange } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { Banner, Note, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { Profile } from '../profile.queries.ts';
import { changeEmail } from './account.queries.ts';
import { Editable } from './editable.tsx';

const RULES = { email: emailRules, password: [passwordRequired] };

/** The email address, a pending new one, and the form that changes it. */
export function EmailPart({ profile: { email, pendingEmail, hasPassword } }: { profile: Profile }) {
  const t = messages.use();
  return (
    <>
      <Editable title={t('email.title')} value={email} action={hasPassword ? t('change') : undefined}>
        {(close) => <EmailForm onDone={close} />}
      </Editable>
      {pendingEmail && <Banner tone="info">{t('email.pending', { pendingEmail, email })}</Banner>}
      {!hasPassword && <Note>{t('email.by_google')}</Note>}
    </>
  );
}

function EmailForm({ onDone }: { onDone(): void }) {
  const t = messages.use();
  const change = async (values: EmailChange) => {
    const { email, pendingEmail } = await changeEmail(values);
    toast.success(
      pendingEmail ? t('email.link_sent', { email: pendingEmail }) : t('email.changed', { email }),
    );
    onDone();
  };
  return (
    <Form initialValues={{ email: '', password: '' }} validate={RULES} onSubmit={change}>
      <FormBanner />
      <EmailField name="email" label={t('email.new')} autoComplete="email" />
      <PasswordField name="password" label={t('password.current')} autoComplete="current-password" />
      <div>
        <SubmitButton pending={t('email.changing')}>{t('email.change')}</SubmitButton>
      </div>
    </Form>
  );
}
