import { useState } from 'react';
import { Link, paths, useTitle } from '@headwater/shared/routing';
import { PublicTitle } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { RequestPasswordResetForm } from './request-password-reset.form.tsx';
import { RequestedNotice } from './requested-notice.tsx';

export function RequestPasswordResetPage() {
  const t = messages.use();
  const [sentTo, setSentTo] = useState<string | null>(null);
  useTitle(t('requestReset.title'));
  return (
    <>
      <PublicTitle title={t('requestReset.title')}>
        {t.rich('requestReset.known', { link: (text) => <Link to={paths.login()}>{text}</Link> })}
      </PublicTitle>
      {sentTo === null ? <RequestPasswordResetForm onSent={setSentTo} /> : <RequestedNotice email={sentTo} />}
    </>
  );
}
