import type { ReactNode } from 'react';
import { ApiError } from '../../api/errors.ts';
import { useErrorText } from '../../messages/index.ts';
import { notFound } from '../../routing/not-found.ts';
import { uiMessages } from '../ui-messages.ts';
import { ErrorPanel } from './error-panel.tsx';
import { Loading } from './skeleton.tsx';

interface Query<T> {
  data: T | undefined;
  error: Error | null;
  isFetching: boolean;
  /** Whether it waits for the network. */
  isPaused: boolean;
  refetch(): unknown;
}

export interface QueryBoundaryProps<T> {
  query: Query<T>;
  /** What couldn't be loaded, as used in the sentence "Couldn't load …". */
  thing: string;
  /** The final layout made of Skeletons. */
  loading: ReactNode;
  /** The heading of the not-found screen, if a 404 means that what the page is about is gone. */
  missing?: string;
  children(data: T): ReactNode;
}

/**
 * Shows a query's result, or that it is loading, offline, or failed. Once loaded, the result stays visible while it is
 * fetched again, even if that fails.
 */
export function QueryBoundary<T>({ query, thing, loading, missing, children }: QueryBoundaryProps<T>) {
  const { data, error, isFetching, isPaused, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error && isPaused) return <Offline thing={thing} />;
  if (!error) return <Loading>{loading}</Loading>;
  if (missing && error instanceof ApiError && error.status === 404) notFound(missing);
  return <LoadFailed thing={thing} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
}

/** Needs no retry button: the query is fetched automatically once the network is back. */
function Offline({ thing }: { thing: string }) {
  const t = uiMessages.use();
  return <ErrorPanel title={t('load_failed', { thing })}>{t('offline')}</ErrorPanel>;
}

interface LoadFailedProps {
  thing: string;
  error: Error;
  retrying: boolean;
  onRetry(): void;
}

function LoadFailed({ thing, error, retrying, onRetry }: LoadFailedProps) {
  const t = uiMessages.use();
  const errorText = useErrorText();
  // What isn't allowed, or has no answer, is the same the next time.
  const isLasting = error instanceof ApiError && (error.status === 403 || error.status === 422);
  return (
    <ErrorPanel
      title={t('load_failed', { thing })}
      requestId={error instanceof ApiError ? error.requestId : null}
      retrying={retrying}
      onRetry={isLasting ? undefined : onRetry}
    >
      {errorText(error)}
    </ErrorPanel>
  );
}
