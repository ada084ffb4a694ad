import { ApiError } from '@headwater/shared/api';
import { useQuery } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { listView, type ListQuery } from '../superuser.queries.ts';

/** Fetches the page of a list that is in the URL. */
export function useList<Row>(list: ListQuery<Row>) {
  const [params] = useSearchParams();
  const view = listView(params);
  // the loader has just fetched it
  return { view, ...useQuery({ ...list(view), retryOnMount: false }) };
}

/** Returns whether the superuser has to confirm their identity first, because they signed in a while ago. */
export const needsConfirmation = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'reauthentication_required';
