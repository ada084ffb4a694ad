import { useSearchParams } from '@headwater/shared/routing';
import { Banner } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { useTakenParam } from '../use-taken-param.ts';

/** Tells users why they were sent to the login, if they were. */
export function LoginNotice() {
  const t = messages.use();
  const [params] = useSearchParams();
  const msg = useTakenParam('msg');
  if (msg === 'password_reset_successful') return <Banner tone="ok">{t('login.passwordReset')}</Banner>;
  if (msg === 'account_deleted') return <Banner tone="ok">{t('login.accountDeleted')}</Banner>;
  if (params.has('next')) return <Banner tone="info">{t('login.sessionEnded')}</Banner>;
  return null;
}
