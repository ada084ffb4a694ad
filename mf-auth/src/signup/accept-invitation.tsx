import { useErrorText } from '@headwater/shared/messages';
import { queryClient, useMutation } from '@headwater/shared/query';
import { paths, useNavigate, useTitle } from '@headwater/shared/routing';
import { sessionQuery } from '@headwater/shared/session';
import { Banner, Button, PublicTitle } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { acceptInvitation, type Invitation } from './invitation.ts';
import { InvitationText } from './invitation-text.tsx';

/** Accepts an invitation with the account that is signed in and has its address. */
export function AcceptInvitation({ code, invitation }: { code: string; invitation: Invitation }) {
  const t = messages.use();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: async () => {
      const { workspace } = await acceptInvitation(code);
      // The workspace's layout admits its members only, whom the session lists.
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await navigate(paths.workspace(workspace?.organizationId ?? ''), { replace: true });
    },
  });
  const title = t('signup.join', { workspace: invitation.workspace?.name ?? '' });
  useTitle(title);
  return (
    <>
      <PublicTitle title={title}>
        <InvitationText invitation={invitation} />
      </PublicTitle>
      {accept.error && (
        <Banner tone="bad" role="alert">
          {errorText(accept.error)}
        </Banner>
      )}
      <Button variant="primary" size="tall" wide busy={accept.isPending} onClick={() => accept.mutate()}>
        {t('signup.accept')}
      </Button>
    </>
  );
}
