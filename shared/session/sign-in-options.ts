import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { SignInOptionsAttributes, SignInOptionsResource } from '../contract/people/sign-in-options.ts';
import type { Flat } from '../json-api/flatten.ts';
import { queryClient } from '../query/query-client.ts';

/**
 * Fetched once without retries: a page that works without it shouldn't wait for a second try or change when one
 * succeeds.
 */
const optionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.get<Flat<SignInOptionsResource>>('sign-in-options', { signal }),
  retry: false,
  retryOnMount: false,
});

/** The plain forms. If one isn't available in this installation, the API refuses it and says why. */
const FALLBACK: SignInOptionsAttributes = {
  google: false,
  demo: 'off',
  mail: true,
  signUp: 'open',
  signUpDomains: [],
};

/** Fetches the options before a page that depends on them, so that it appears complete. */
export const prefetchSignInOptions = async () => {
  await queryClient.prefetchQuery(optionsQuery);
  return null;
};

/** Returns the ways to sign in that this installation offers. */
export function useSignInOptions(): SignInOptionsAttributes {
  return useQuery(optionsQuery).data ?? FALLBACK;
}
