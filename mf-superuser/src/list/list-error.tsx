import { ApiError } from '@headwater/shared/api';
import { useErrorText } from '@headwater/shared/messages';
import { Banner, Button, ErrorPanel } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { ToFirstPage } from './to-first-page.tsx';

interface ListFailure {
  error: Error | null;
  retrying: boolean;
  onRetry(): void;
}

/** Shown instead of the list. A later page may be gone permanently, so the first one is offered too. */
export function ListError({
  title,
  error,
  isLaterPage,
  ...retry
}: ListFailure & { title: string; isLaterPage: boolean }) {
  const errorText = useErrorText();
  return (
    <ErrorPanel
      title={title}
      requestId={error instanceof ApiError ? error.requestId : null}
      action={isLaterPage && <ToFirstPage />}
      {...retry}
    >
      {errorText(error)}
    </ErrorPanel>
  );
}

/** Shown above a list that couldn't be refreshed. */
export function ListOutdated({ retrying, onRetry }: ListFailure) {
  const t = messages.use();
  const retry = (
    <Button size="small" busy={retrying} onClick={onRetry}>
      {t('list.retry')}
    </Button>
  );
  return (
    <Banner tone="warn" action={retry}>
      {t('list.outdated')}
    </Banner>
  );
}
