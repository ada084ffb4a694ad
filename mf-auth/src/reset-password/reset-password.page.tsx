import { useState } from 'react';
import { useErrorText } from '@headwater/shared/messages';
import { useTitle } from '@headwater/shared/routing';
import { PublicTitle } from '@headwater/shared/ui';
import { Arrival } from '../arrival.tsx';
import { messages } from '../messages.ts';
import { useTakenParam } from '../use-taken-param.ts';
import { NewLinkBanner } from './new-link-banner.tsx';
import { ResetPasswordForm } from './reset-password.form.tsx';

/** Keeps the code only in memory, because the URL of this page may be stored, shown, and shared. */
export function ResetPasswordPage() {
  const t = messages.use();
  const errorText = useErrorText();
  const code = useTakenParam('code');
  const [refusal, setRefusal] = useState<unknown>(null);
  useTitle(t('reset.title'));
  return (
    <>
      <PublicTitle title={t('reset.title')} />
      {!code && <NewLinkBanner>{t('reset.noCode')}</NewLinkBanner>}
      {code && !refusal && <ResetPasswordForm code={code} onRefused={setRefusal} />}
      {code && !!refusal && (
        <Arrival>
          <NewLinkBanner>{errorText(refusal)}</NewLinkBanner>
        </Arrival>
      )}
    </>
  );
}
