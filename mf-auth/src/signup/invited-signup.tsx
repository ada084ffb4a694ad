import { ApiError } from '@headwater/shared/api';
import { useQuery } from '@headwater/shared/query';
import { Link, Navigate, paths } from '@headwater/shared/routing';
import { afterSignIn, useSession } from '@headwater/shared/session';
import { PublicTitle, QueryBoundary, Skeleton } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { OtherWays } from '../other-ways.tsx';
import { AcceptInvitation } from './accept-invitation.tsx';
import { invitationQuery, type Invitation } from './invitation.ts';
import { InvitationText } from './invitation-text.tsx';
import { OtherAccount } from './other-account.tsx';
import { SignupForm } from './signup.form.tsx';
import { UselessInvitation } from './useless-invitation.tsx';

const USELESS = [404, 410];

/**
 * What an invitation's link leads to: signing up with its address, or accepting it with the account that has this
 * address.
 */
export function InvitedSignup({ code }: { code: string }) {
  const t = messages.use();
  const query = useQuery(invitationQuery(code));
  if (query.error instanceof ApiError && USELESS.includes(query.error.status))
    return <UselessInvitation error={query.error} />;
  return (
    <QueryBoundary
      query={query}
      thing={t('signup.invitation')}
      loading={<Skeleton width="100%" height={180} />}
    >
      {(invitation) => <Invited code={code} invitation={invitation} />}
    </QueryBoundary>
  );
}

interface InvitedProps {
  code: string;
  invitation: Invitation;
}

function Invited({ code, invitation }: InvitedProps) {
  const session = useSession();
  // A visitor of the demo has no account to accept with.
  if (!session || session.demoEndsAt) return <Newcomer code={code} invitation={invitation} />;
  if (!invitation.workspace) return <Navigate to={afterSignIn(session)} replace />;
  const isOwn = session.email.toLowerCase() === invitation.email.toLowerCase();
  return isOwn ? (
    <AcceptInvitation code={code} invitation={invitation} />
  ) : (
    <OtherAccount session={session} invitation={invitation} />
  );
}

function Newcomer({ code, invitation }: InvitedProps) {
  const t = messages.use();
  const { email, workspace } = invitation;
  const login = paths.login({ next: paths.signup({ invitation: code }) });
  const landing = workspace && paths.workspace(workspace.organizationId);
  return (
    <>
      <PublicTitle title={t('signup.title')}>
        {workspace && (
          <>
            <InvitationText invitation={invitation} />{' '}
          </>
        )}
        {t.rich(workspace ? 'signup.knownInvited' : 'signup.known', {
          link: (text) => <Link to={login}>{text}</Link>,
        })}
      </PublicTitle>
      <SignupForm invitation={{ code, email, landing }} emailHint={t('signup.invited')} />
      <OtherWays purpose="signup" invitation={{ code, landing }} />
    </>
  );
}
