import { useEffect } from 'react';
import { useMutation } from '@headwater/shared/query';
import { Arrival } from '../arrival.tsx';
import { confirmEmail } from '../auth.queries.ts';
import { messages } from '../messages.ts';
import { Step } from '../step.tsx';
import { useFreshSession } from '../use-fresh-session.ts';
import { Confirmed } from './confirmed.tsx';
import { Refused } from './refused.tsx';

/** Submits the link's code once. Just fetching the page, as email scanners do, confirms nothing. */
export function Confirmation({ code }: { code: string }) {
  const t = messages.use();
  const refetchSession = useFreshSession(); // the email address may be a new one of the signed-in user
  const { mutate, data, error } = useMutation({ mutationFn: confirmEmail, onSuccess: refetchSession });
  useEffect(() => mutate(code), [mutate, code]);
  if (data)
    return (
      <Arrival>
        <Confirmed email={data.email} />
      </Arrival>
    );
  if (error)
    return (
      <Arrival>
        <Refused error={error} onRetry={() => mutate(code)} />
      </Arrival>
    );
  return <Step title={t('confirm.confirming')} text={t('confirm.confirmingText')} />;
}
