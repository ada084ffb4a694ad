import { useEffect } from 'react';
import { useFormat } from '@headwater/shared/messages';
import { Banner } from '@headwater/shared/ui';
import { messages } from './messages.ts';
import type { AttemptLimit } from './use-attempt-limit.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface AttemptLimitBannerProps {
  limit: AttemptLimit;
  form: 'login' | 'signup' | 'demo' | 'reset' | 'link';
  /** Called when the limit has passed, so that the caller removes the banner. */
  onOver(): void;
}

/** Shows why there are no further attempts for now and counts down to the next one. */
export function AttemptLimitBanner({ limit: { until, reason }, form, onOver }: AttemptLimitBannerProps) {
  const t = messages.use();
  const format = useFormat();
  const seconds = useSecondsUntil(until);
  useEffect(() => {
    if (seconds === 0) onOver();
  }, [seconds, onOver]);
  return (
    <Banner tone="bad" role="alert">
      {t.rich(reason === 'busy' ? 'limit.busy' : `limit.${form}`, {
        left: format.duration(seconds * 1_000),
        // A timer is a silent live region, so the alert is announced once and not every second.
        time: (text) => <span role="timer">{text}</span>,
      })}
    </Banner>
  );
}
