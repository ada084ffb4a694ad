import { useSearchParams } from '@headwater/shared/routing';
import { useSignInOptions } from '@headwater/shared/session';
import { useTakenParam } from '../use-taken-param.ts';
import { AskForLink } from './ask-for-link.tsx';
import { Confirmation } from './confirmation.tsx';
import { NothingToConfirm } from './nothing-to-confirm.tsx';
import { Waiting } from './waiting.tsx';

/** Waits for the email if the URL has an email address, and otherwise confirms with the link's code. */
export function ConfirmEmailPage() {
  const [params] = useSearchParams();
  const { mail } = useSignInOptions();
  const code = useTakenParam('code');
  const email = params.get('email');
  if (email) return mail ? <Waiting email={email} /> : <NothingToConfirm />;
  if (code) return <Confirmation code={code} />;
  return mail ? <AskForLink /> : <NothingToConfirm />;
}
