import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useLocation, useNavigate, useTitle } from '@headwater/shared/routing';
import { afterSignIn, logOut, type Session } from '@headwater/shared/session';
import { Button, PublicTitle, Stack, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { Invitation } from './invitation.ts';
import { InvitationText } from './invitation-text.tsx';

/** An invitation for another address than that of the account that is signed in, which can be switched. */
export function OtherAccount({ session, invitation }: { session: Session; invitation: Invitation }) {
  const t = messages.use();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const change = useMutation({
    mutationFn: async () => {
      await logOut(session);
      // Without a session, the same page shows the form.
      await navigate(pathname + search, { replace: true });
    },
    onError: (error) => toast.error(errorText(error)),
  });
  const title = t('signup.otherAddress');
  useTitle(title);
  return (
    <>
      <PublicTitle title={title}>
        <InvitationText invitation={invitation} />{' '}
        {t.rich('signup.otherAddressText', {
          invited: invitation.email,
          own: session.email,
          strong: (text) => <strong>{text}</strong>,
        })}
      </PublicTitle>
      <Stack gap={2}>
        <Button variant="primary" size="tall" wide busy={change.isPending} onClick={() => change.mutate()}>
          {t('signup.switch')}
        </Button>
        <Button variant="ghost" wide to={afterSignIn(session)}>
          {t('confirm.continueAs', { email: session.email })}
        </Button>
      </Stack>
    </>
  );
}
