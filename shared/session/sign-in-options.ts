import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { SignInOptionsAttributes, SignInOptionsResource } from '../contract/sign-in-options.ts';
import type { Flat } from '../json-api/flatten.ts';
import { queryClient } from '../query/query-client.ts';

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

/** Ahead of a page that shows them, so that it shows itself whole. */
export const prefetchSignInOptions = async () => {
  await queryClient.prefetchQuery(optionsQuery);
  return null;
};

/** Which ways in this installation offers. */
export function useSignInOptions(): SignInOptionsAttributes {
  return useQuery(optionsQuery).data ?? WITHOUT_ANSWER;
}
