import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';

/**
 * One retry, but not for a response that the server gave on purpose (4xx). Cached data doesn't become stale on its own:
 * server events and mutations invalidate it.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
        staleTime: Infinity,
        refetchOnWindowFocus: false,
      },
    },
  });

/** The product's one client. Route loaders, which run outside React, use it too. */
export const queryClient = createQueryClient();
