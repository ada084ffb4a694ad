import type { Failure } from '@headwater/shared/contract';
import { useFailureText } from '@headwater/shared/messages';
import { Banner } from '@headwater/shared/ui';
import type { ReactNode } from 'react';

/** Why a file can't be read, and what helps. */
export function FailureBanner({ failure, action }: { failure: Failure; action?: ReactNode }) {
  const { message, fix } = useFailureText()(failure);
  return (
    <Banner tone="bad" action={action}>
      <strong>{message}</strong>
      {fix && <p>{fix}</p>}
    </Banner>
  );
}
