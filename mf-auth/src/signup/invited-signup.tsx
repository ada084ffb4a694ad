import { useQuery } from '@headwater/shared/query';
import { ApiError } from '@headwater/shared/api';
import { sharedMessages } from '@headwater/shared/messages';
import { QueryBoundary, Banner, Skeleton } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { invitationQuery } from './invitation.ts';
import { OpenSignup } from './open-signup.tsx';
import { SignupForm } from './signup.form.tsx';

/**
 * Sign-up through an invitation's link, only for its email address and therefore without Google, which may return
 * any.
 */
export function InvitedSignup({ code }: { code: string }) {
  const t = messages.use();
  const query = useQuery(invitationQuery(code));
  if (query.error instanceof ApiError && query.error.status === 404) return <InvalidInvitation />;
  return (
    <QueryBoundary
      query={query}
      thing={t('signup.invitation')}
      loading={<Skeleton width="100%" height={180} />}
    >
      {({ email }) => <SignupForm invitation={{ code, email }} emailHint={t('signup.invited')} />}
    </QueryBoundary>
  );
}

function InvalidInvitation() {
  const shared = sharedMessages.use();
  return (
    <>
      <Banner tone="bad" role="alert">
        {shared('error.invitation_invalid')}
      </Banner>
      <OpenSignup />
    </>
  );
}
