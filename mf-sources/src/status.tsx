import type { RunState, RunStream } from '@headwater/shared/contract';
import { Mark, RUN_LOOK, StatusBadge, type StatusName } from '@headwater/shared/ui/workspace';
import { messages } from './messages.ts';
import { waitsForDecision } from './remedy.ts';
import type { DisplayStatus } from './display-status.ts';
import { isActive, type SyncRun } from './sync-run.queries.ts';

/** Maps a connection's status to the name of its badge. */
export const STATUS_NAME: Record<DisplayStatus, StatusName> = {
  running: 'syncing',
  queued: 'queued',
  failed: 'action_required',
  paused: 'paused',
  pending: 'not_synced',
  delayed: 'delayed',
  incomplete: 'incomplete',
  synced: 'synced',
};

/** The state of one run. */
export function RunStatus({ state, pill }: { state: RunState; pill?: boolean }) {
  const t = messages.use();
  const [glyph, tone] = RUN_LOOK[state];
  return <Mark glyph={glyph} tone={tone} words={t(`run.state.${state}`)} pill={pill} />;
}

interface StreamStatusProps {
  stream: RunStream;
  run: Pick<SyncRun, 'state'>;
}

/** The state of one table within a run. One that will be retried isn't shown as failed. */
export function StreamStatus({ stream: { state, failure }, run }: StreamStatusProps) {
  const t = messages.use();
  if (state === 'running') return <StatusBadge status="syncing">{t('run.stream.running')}</StatusBadge>;
  if (state === 'rate_limited')
    return <StatusBadge status="rate_limited">{t('run.stream.rate_limited')}</StatusBadge>;
  if (state === 'complete') return <StatusBadge status="synced">{t('run.stream.complete')}</StatusBadge>;
  if (state === 'pending') return <StatusBadge status="not_synced">{t('run.stream.pending')}</StatusBadge>;
  if (failure?.type === 'manual_cancellation' || run.state === 'canceled')
    return <Mark glyph="skipped" tone="none" words={t('run.state.canceled')} />;
  if (failure && waitsForDecision(failure))
    return <StatusBadge status="action_required">{t('run.stream.undecided')}</StatusBadge>;
  if (failure?.retryable && (isActive(run) || run.state === 'incomplete'))
    return <StatusBadge status="incomplete">{t('run.state.incomplete')}</StatusBadge>;
  if (failure) return <Mark glyph="failed" tone="bad" words={t('run.stream.failed')} />;
  return <StatusBadge status="incomplete">{t('run.stream.incomplete')}</StatusBadge>;
}
