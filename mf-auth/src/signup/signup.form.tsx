import { useState } from 'react';
import { emailRules, passwordRules } from '@headwater/shared/contract';
import { EmailField, Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { AttemptLimitBanner } from '../attempt-limit-banner.tsx';
import { signUp } from '../auth.queries.ts';
import { hasCode } from '../error-code.ts';
import { messages } from '../messages.ts';
import { useAttemptLimit } from '../use-attempt-limit.ts';
import { ClosedBanner } from './closed-banner.tsx';
import { useSignedUp } from './use-signed-up.ts';

const RULES = { email: emailRules, password: passwordRules };

interface SignupFormProps {
  /** The invitation to sign up with, only for its email address. */
  invitation?: { code: string; email: string; landing: string | null };
  emailHint?: string;
}

export function SignupForm({ invitation, emailHint }: SignupFormProps) {
  const t = messages.use();
  const onSignedUp = useSignedUp(invitation?.landing);
  const { limit, lift, handles } = useAttemptLimit();
  const [closed, setClosed] = useState(false);

  const submit = async (values: { email: string; password: string }) => {
    setClosed(false);
    try {
      const session = await signUp({ ...values, ...(invitation && { invitation: invitation.code }) });
      await onSignedUp(values.email, session);
    } catch (error) {
      // The field shows which email addresses may sign up; everyone else needs to know whom to ask.
      setClosed(hasCode(error, 'sign_up_closed', 'sign_up_by_invitation'));
      if (!handles(error)) throw error;
    }
  };

  return (
    <Form initialValues={{ email: invitation?.email ?? '', password: '' }} validate={RULES} onSubmit={submit}>
      {closed && <ClosedBanner />}
      {limit ? <AttemptLimitBanner limit={limit} form="signup" onOver={lift} /> : <FormBanner />}
      <EmailField
        name="email"
        label={t('field.email')}
        hint={emailHint}
        readOnly={invitation !== undefined}
        autoComplete="username"
      />
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
