import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';

/**
 * One retry, and cached data never becomes stale by itself: server events and mutations invalidate it.
 * An answer the server gave on purpose (4xx) is not asked for again.
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

/** The product's one client, also for route loaders, which run outside React. */
export const queryClient = createQueryClient();
