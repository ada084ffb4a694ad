import { api } from '@headwater/shared/api';
import type { InvitationResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryClient, queryOptions } from '@headwater/shared/query';
import { redirect, type LoaderFunctionArgs } from '@headwater/shared/routing';
import { afterSignIn, prefetchSignInOptions, sessionQuery, type Session } from '@headwater/shared/session';

/** What an invitation's link is for. */
export type Invitation = Flat<InvitationResource>;

/** Fetches what an invitation's link is for. For one that opens nothing, the API says why. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitations', code],
    queryFn: ({ signal }) => api.get<Invitation>(`invitations/${encodeURIComponent(code)}`, { signal }),
    retryOnMount: false,
  });

/** Accepts an invitation to a workspace with the account that is signed in. */
export const acceptInvitation = (code: string) =>
  api.post<Invitation>('invitation-acceptances', { type: 'invitation_acceptances', attributes: { code } });

/** People who have an account come here only by an invitation. */
export async function loadSignup({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const code = searchParams.get('invitation');
  const session = queryClient.getQueryData<Session | null>(sessionQuery.queryKey);
  if (!code && session && !session.demoEndsAt)
    return redirect(afterSignIn(session, searchParams.get('next')));
  await Promise.all([prefetchSignInOptions(), code && queryClient.prefetchQuery(invitationQuery(code))]);
  return null;
}
