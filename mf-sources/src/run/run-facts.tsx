import { useFormat } from '@headwater/shared/messages';
import { messages } from '../messages.ts';
import { RunTrigger } from '../run-trigger.tsx';
import { isActive, type SyncRun } from '../sync-run.queries.ts';
import { timeLeft } from './progress.ts';
import { useNow } from './use-now.ts';

/** When a run started and ended, who started it, its attempts, how long it has taken, and the time left. */
export function RunFacts({ run, rate }: { run: SyncRun; rate: number | null }) {
  const t = messages.use();
  return (
    <>
      <Times run={run} />
      {run.position !== null && <span>{t('run.place', { position: run.position })}</span>}
      <Duration run={run} rate={rate} />
      <span>
        <RunTrigger run={run} />
      </span>
      {run.attempt > 1 && (
        <span>
          {isActive(run)
            ? t('run.attempt', { attempt: run.attempt })
            : t('run.attempts', { count: run.attempt })}
        </span>
      )}
      {isActive(run) && <span className="hw-p2">{t('run.swap')}</span>}
    </>
  );
}

function Times({ run: { createdAt, startedAt, endedAt } }: { run: SyncRun }) {
  const t = messages.use();
  const { dateTime, exactTime } = useFormat();
  const time = (iso: string, key: 'run.queued_at' | 'run.started_at' | 'run.ended_at') => (
    <time dateTime={iso} title={exactTime(iso)}>
      {t(key, { time: dateTime(iso) })}
    </time>
  );
  return (
    <>
      {startedAt ? time(startedAt, 'run.started_at') : time(createdAt, 'run.queued_at')}
      {endedAt && time(endedAt, 'run.ended_at')}
    </>
  );
}

function Duration({ run, rate }: { run: SyncRun; rate: number | null }) {
  const t = messages.use();
  const { duration } = useFormat();
  const active = isActive(run);
  const now = useNow(active);
  if (!run.startedAt) return null;
  const start = Date.parse(run.startedAt);
  if (run.endedAt) return <span>{duration(Date.parse(run.endedAt) - start)}</span>;
  if (!active) return null;
  const left = timeLeft(run.rowsRead, estimateOf(run), rate);
  return (
    <>
      {now - start >= 1_000 && <span>{t('run.so_far', { duration: duration(now - start) })}</span>}
      <span>{left === null ? t('run.no_estimate') : t('run.left', { duration: duration(left) })}</span>
    </>
  );
}

/** Returns the estimated rows of the whole run; null if a table has no estimate, as the sum would be too low. */
function estimateOf({ streams }: SyncRun): number | null {
  const rows = streams.map((stream) =>
    stream.state === 'complete' ? stream.rowsRead : stream.estimatedRows,
  );
  return rows.length === 0 || rows.includes(null)
    ? null
    : rows.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
