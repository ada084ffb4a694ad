import { useState } from 'react';
import { passwordRequired } from '@headwater/shared/contract';
import { Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { sharedMessages } from '@headwater/shared/messages';
import { googleStart, openSignInWindow, type SignInProblem } from '@headwater/shared/session';
import { Banner, Note, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { linkGoogle } from './account.queries.ts';

const RULES = { password: [passwordRequired] };

/** The password first: whoever finds somebody else's browser open can't let themselves in for good. */
export function GoogleForm({ onDone }: { onDone(): void }) {
  const t = messages.use();
  const shared = sharedMessages.use();
  const [problem, setProblem] = useState<SignInProblem | null>(null);

  const connect = async ({ password }: { password: string }) => {
    setProblem(null);
    // the press is still fresh enough for a browser to let the window through: only validation came before
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
