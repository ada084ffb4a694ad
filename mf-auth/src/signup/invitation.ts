import { api } from '@headwater/shared/api';
import type { InvitationResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryClient, queryOptions } from '@headwater/shared/query';
import type { LoaderFunctionArgs } from '@headwater/shared/routing';
import { prefetchSignInOptions } from '@headwater/shared/session';

/** Fetches whom an invitation's link is for. For an invalid code, the API returns a 404. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitations', code],
    queryFn: ({ signal }) =>
      api.get<Flat<InvitationResource>>(`invitations/${encodeURIComponent(code)}`, { signal }),
    retryOnMount: false,
  });

export async function loadSignup({ request }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get('invitation');
  await Promise.all([prefetchSignInOptions(), code && queryClient.prefetchQuery(invitationQuery(code))]);
  return null;
}
