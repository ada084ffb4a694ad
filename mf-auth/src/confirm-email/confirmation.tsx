import { useEffect } from 'react';
import { useMutation } from '@headwater/shared/query';
import { Arrival } from '../arrival.tsx';
import { confirmEmail } from '../auth.queries.ts';
import { messages } from '../messages.ts';
import { Step } from '../step.tsx';
import { useFreshSession } from '../use-fresh-session.ts';
import { Confirmed } from './confirmed.tsx';
import { Refused } from './refused.tsx';

/** Hands the link's code in, once: reading the page alone confirms nothing. */
export function Confirmation({ code }: { code: string }) {
  const t = messages.use();
  const freshenSession = useFreshSession(); // the confirmed address may be a new one of who is signed in
  const { mutate, data, error } = useMutation({ mutationFn: confirmEmail, onSuccess: freshenSession });
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
