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

/** In the list's place. A later page may be gone for good, so it offers the first one too. */
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

/** Over a list that is still there. */
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
