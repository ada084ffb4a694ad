import { api } from '@headwater/shared/api';
import type { SignInOptionsAttributes, SignInOptionsResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryClient, queryOptions, useQuery } from '@headwater/shared/query';

/** Tried once: a page that can do without its answer doesn't wait for a second try, nor change when one succeeds. */
const optionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.get<Flat<SignInOptionsResource>>('sign-in-options', { signal }),
  retry: false,
  retryOnMount: false,
});

/** The plain forms: what isn't offered here, the API refuses with its reason. */
const WITHOUT_ANSWER: SignInOptionsAttributes = {
  google: false,
  demo: 'off',
  mail: true,
  signUp: 'open',
  signUpDomains: [],
};

export const fetchOptions = () => queryClient.prefetchQuery(optionsQuery);

/** A route's loader: the page shows itself whole, with the ways in that this installation offers. */
export async function loadOptions() {
  await fetchOptions();
  return null;
}

export function useSignInOptions(): SignInOptionsAttributes {
  return useQuery(optionsQuery).data ?? WITHOUT_ANSWER;
}
