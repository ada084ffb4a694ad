/** The parts of TanStack Query that screens use, and the product's one client. */
export {
  infiniteQueryOptions,
  keepPreviousData,
  onlineManager,
  queryOptions,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
export { liveKey } from './live-key.ts';
export { createQueryClient, queryClient } from './query-client.ts';
