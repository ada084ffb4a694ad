import { useFormat } from '@headwater/shared/messages';
import { RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from './messages.ts';
import { useNow } from './run/use-now.ts';
import type { SourceConnection } from './source.queries.ts';

type Facts = Pick<SourceConnection, 'schedule' | 'lifecycle' | 'status' | 'lastRun'>;

/** When a connection's next run starts, or why none is planned. */
export function NextRun({ source: { schedule, lifecycle, status, lastRun } }: { source: Facts }) {
  const t = messages.use();
  if (lifecycle === 'paused') return <span>{t('next.paused')}</span>;
  if (status === 'incomplete' && lastRun?.retryAt) return <Retry at={lastRun.retryAt} />;
  if (!schedule || schedule.kind === 'manual') return <span>{t('next.manual')}</span>;
  if (schedule.nextRunAt && Date.parse(schedule.nextRunAt) <= Date.now()) return <span>{t('next.due')}</span>;
  if (schedule.nextRunAt) return <RelativeTime iso={schedule.nextRunAt} />;
  return <span>{t(schedule.kind === 'after' ? 'next.after' : 'next.none')}</span>;
}

/** Counts down to a retry, which may be only seconds away. */
function Retry({ at }: { at: string }) {
  const t = messages.use();
  const { exactTime, relative } = useFormat();
  const now = useNow(true);
  if (Date.parse(at) <= now) return <span>{t('next.due')}</span>;
  return (
    <span>
      <time dateTime={at} title={exactTime(at)}>
        {relative(at, now)}
      </time>
      , {t('next.retry')}
    </span>
  );
}
