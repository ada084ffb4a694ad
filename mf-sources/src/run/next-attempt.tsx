import { useFormat } from '@headwater/shared/messages';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useNow } from './use-now.ts';

interface NextAttemptProps {
  at: string | null;
  source: Pick<SourceConnection, 'lifecycle'>;
}

/** Counts down to the next attempt: "Next attempt in 28 seconds." A paused connection makes none. */
export function NextAttempt({ at, source }: NextAttemptProps) {
  const t = messages.use();
  const { exactTime, relative } = useFormat();
  const now = useNow(true);
  if (at === null) return null;
  if (source.lifecycle === 'paused') return t('details.retry_paused');
  if (Date.parse(at) <= now) return t('details.retry_now');
  return (
    <time dateTime={at} title={exactTime(at)}>
      {t('details.retry_at', { time: relative(at, now) })}
    </time>
  );
}
