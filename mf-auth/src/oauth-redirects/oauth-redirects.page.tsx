import { sharedMessages } from '@headwater/shared/messages';
import { useSearchParams, useTitle } from '@headwater/shared/routing';
import { signInProblemIn } from '@headwater/shared/session';
import { Button, PublicTitle } from '@headwater/shared/ui';
import { messages } from '../messages.ts';

/**
 * The page that a sign-in window returns to. The page that opened the window reads the code from this URL and closes
 * the window, so the URL must not change. The text is for the moment before that, and for a window without an opener.
 */
export function OauthRedirectsPage() {
  const t = messages.use();
  const shared = sharedMessages.use();
  const [params] = useSearchParams();
  const problem = signInProblemIn(params);
  const isAlone = !hasOpener();
  const title = t(problem ? 'oauth.failed' : isAlone ? 'oauth.alone' : 'oauth.done');
  useTitle(title);
  return (
    <>
      <PublicTitle title={title}>
        {problem && `${shared(`google.${problem}`)} `}
        {t(isAlone ? 'oauth.aloneText' : 'oauth.close')}
      </PublicTitle>
      <Button size="tall" wide {...(isAlone ? { to: '/' } : { onClick: () => window.close() })}>
        {t(isAlone ? 'oauth.home' : 'oauth.closeNow')}
      </Button>
    </>
  );
}

function hasOpener() {
  const opener = window.opener as Window | null;
  return opener !== null && !opener.closed;
}
