import { useEffect, useState } from 'react';
import { useFormat } from '@headwater/shared/messages';
import { Banner } from '@headwater/shared/ui';
import { messages } from './messages.ts';
import type { AttemptLimit } from './use-attempt-limit.ts';

interface AttemptLimitBannerProps {
  limit: AttemptLimit;
  form: 'login' | 'signup';
  /** The limit has passed; whoever holds it takes the banner away. */
  onOver(): void;
}

/** Says why there is no further attempt for now and counts down to the next one. */
export function AttemptLimitBanner({ limit: { until, reason }, form, onOver }: AttemptLimitBannerProps) {
  const t = messages.use();
  const format = useFormat();
  const left = format.duration(useSecondsUntil(until, onOver) * 1_000);
  return (
    <Banner tone="bad" role="alert">
      {t.rich(reason === 'busy' ? 'limit.busy' : `limit.${form}`, {
        left,
        // A timer is a live region that stays silent: the alert speaks once, not with every second.
        time: (text) => <span role="timer">{text}</span>,
      })}
    </Banner>
  );
}

function useSecondsUntil(until: number, onOver: () => void): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = secondsUntil(until);
      setLeft(seconds);
      if (seconds === 0) onOver();
    }, 1_000);
    return () => clearInterval(timer);
  }, [until, onOver]);
  return left;
}

function secondsUntil(until: number) {
  return Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}
