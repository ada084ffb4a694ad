import { useFormat } from '@headwater/shared/messages';
import { TwoLines } from '@headwater/shared/ui';
import { RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';

type Run = NonNullable<SourceConnection['lastRun']>;

/** When the last run was, and its outcome. */
export function LastRunCell({ run }: { run: Run | null }) {
  const t = messages.use();
  if (!run) return '–';
  return (
    <TwoLines>
      <span>{run.startedAt ? <RelativeTime iso={run.startedAt} /> : t('run.state.queued')}</span>
      <span>
        <Outcome run={run} />
      </span>
    </TwoLines>
  );
}

function Outcome({ run }: { run: Run }) {
  const t = messages.use();
  const { duration, number } = useFormat();
  if (!run.startedAt) return t('list.last_waiting');
  if (run.state === 'incomplete') return t('list.last_incomplete');
  if (!run.endedAt) return t('list.last_running', { rows: run.rowsRead });
  const took = duration(Date.parse(run.endedAt) - Date.parse(run.startedAt));
  if (run.state === 'failed') return t('list.last_failed', { duration: took });
  if (run.state === 'canceled') return t('list.last_canceled', { duration: took });
  if (run.state === 'partially_succeeded')
    return t('list.tables_failed', { failed: run.tablesFailed, tables: run.tables });
  if (run.rowsRejected > 0)
    return t('list.last_rejected', { rejected: run.rowsRejected, read: number(run.rowsRead) });
  return t('list.last_rows', { rows: run.rowsLoaded, duration: took });
}
