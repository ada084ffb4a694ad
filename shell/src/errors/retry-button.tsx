import { useState } from 'react';
import { Button } from '@headwater/shared/ui';
import { useLocation, useNavigate } from '@headwater/shared/routing';
import { messages } from '../messages.ts';

/** Navigates to the same URL again, which loads what is missing within the same document. */
export function RetryButton() {
  const t = messages.use();
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await navigate({ pathname, search, hash }, { replace: true, state });
    setRetrying(false);
  };
  return (
    <Button variant="primary" busy={retrying} onClick={retry}>
      {t('area_error.retry')}
    </Button>
  );
}
