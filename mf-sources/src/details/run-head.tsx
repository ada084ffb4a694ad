import { useFormat } from '@headwater/shared/messages';
import { Row, Stack } from '@headwater/shared/ui';
import { Meta } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { RunStatus } from '../status.tsx';
import { isActive, type SyncRun } from '../sync-run.queries.ts';
import { timeLeft } from './progress.ts';
import { useNow } from './use-now.ts';

/** Which run, how it stands, how long it has taken and what is left. */
export function RunHead({ run, rate }: { run: SyncRun; rate: number | null }) {
  const t = messages.use();
  const { number } = useFormat();
  return (
    <Stack gap={1}>
      <Row>
        <h2>{t('run.title', { number: number(run.number) })}</h2>
        <RunStatus state={run.state} pill />
      </Row>
      <Meta>
        <span>{t('run.attempt', { attempt: run.attempt })}</span>
        <span>
          <Trigger run={run} />
        </span>
        <Times run={run} rate={rate} />
        {isActive(run) && <span className="hw-p2">{t('run.swap')}</span>}
      </Meta>
    </Stack>
  );
}

function Trigger({ run: { trigger, startedBy } }: { run: SyncRun }) {
  const t = messages.use();
  if (trigger !== 'manual') return t(`runs.trigger.${trigger}`);
  return startedBy ? t('runs.trigger.manual', { who: startedBy }) : t('runs.trigger.manual_unknown');
}

function Times({ run, rate }: { run: SyncRun; rate: number | null }) {
  const t = messages.use();
  const { duration } = useFormat();
  const active = isActive(run);
  const now = useNow(active);
  if (!run.startedAt) return null;
  const start = Date.parse(run.startedAt);
  if (run.endedAt) return <span>{duration(Date.parse(run.endedAt) - start)}</span>;
  const left = timeLeft(run.rowsRead, estimateOf(run), rate);
  return (
    <>
      <span>{t('run.so_far', { duration: duration(Math.max(0, now - start)) })}</span>
      {active && (
        <span>{left === null ? t('run.no_estimate') : t('run.left', { duration: duration(left) })}</span>
      )}
    </>
  );
}

/** Rows of the whole run; null where a table has no estimate, as the sum would be too small. */
function estimateOf({ streams }: SyncRun): number | null {
  const rows = streams.map((stream) =>
    stream.state === 'complete' ? stream.rowsRead : stream.estimatedRows,
  );
  return rows.length === 0 || rows.includes(null)
    ? null
    : rows.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
