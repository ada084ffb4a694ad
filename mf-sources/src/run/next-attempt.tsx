import { useFormat } from '@headwater/shared/messages';
import { messages } from '../messages.ts';
import { useNow } from './use-now.ts';

/** Counts down to the next attempt: "Next attempt in 28 seconds." */
export function NextAttempt({ at }: { at: string | null }) {
  const t = messages.use();
  const { exactTime, relative } = useFormat();
  const now = useNow(true);
  if (at === null) return null;
  if (Date.parse(at) <= now) return t('details.retry_now');
  return (
    <time dateTime={at} title={exactTime(at)}>
      {t('details.retry_at', { time: relative(at, now) })}
    </time>
  );
}
