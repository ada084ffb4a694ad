import { useState } from 'react';
import { passwordRequired } from '@headwater/shared/contract';
import { Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { sharedMessages } from '@headwater/shared/messages';
import { googleStart, openSignInWindow, type SignInProblem } from '@headwater/shared/session';
import { Banner, Note, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { linkGoogle } from './account.queries.ts';

const RULES = { password: [passwordRequired] };

/**
 * Requires the password first: someone who finds another person's browser open must not be able to give
 * themselves permanent access.
 */
export function GoogleForm({ onDone }: { onDone(): void }) {
  const t = messages.use();
  const shared = sharedMessages.use();
  const [problem, setProblem] = useState<SignInProblem | null>(null);

  const connect = async ({ password }: { password: string }) => {
    setProblem(null);
    // browsers still allow the window after this click, because only validation ran in between
    const result = await openSignInWindow(googleStart('link'));
    if ('problem' in result) return setProblem(result.problem === 'closed' ? null : result.problem);
    const { googleEmail } = await linkGoogle({ token: result.code, password });
    toast.success(t('google.connected', { email: googleEmail ?? '' }));
    onDone();
  };

  return (
    <Form initialValues={{ password: '' }} validate={RULES} onSubmit={connect}>
      {problem ? (
        <Banner tone="bad" role="alert">
          {shared(`google.${problem}`)}
        </Banner>
      ) : (
        <FormBanner />
      )}
      <Note>{t('google.how')}</Note>
      <PasswordField name="password" label={t('password.current')} autoComplete="current-password" />
      <div>
        <SubmitButton pending={t('google.connecting')}>{t('google.continue')}</SubmitButton>
      </div>
    </Form>
  );
}
