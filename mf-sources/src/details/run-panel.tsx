import { useQuery } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { Answer, Banner, Skeleton, Stack, TextLink } from '@headwater/shared/ui';
import { IconArrowLeft } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { isActive, runQueries, type SyncRun } from '../sync-run.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { RunFailure } from './run-failure.tsx';
import { RunHead } from './run-head.tsx';
import { RunProof } from './run-proof.tsx';
import { StreamTable } from './stream-table.tsx';
import { useRates } from './use-rates.ts';

interface RunPanelProps {
  source: SourceConnection;
  runId: string;
  /** It stands in the place of the list of runs, and leads back to it. */
  closable?: boolean;
}

/** One run: its equation, each of its tables, and what went wrong. */
export function RunPanel({ source, runId, closable }: RunPanelProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const run = useQuery(runQueries.one(organizationId, source.id, runId));
  return (
    <Stack>
      {closable && (
        <TextLink to={`${paths.sourceConnection(organizationId, source.id)}?tab=runs`}>
          <IconArrowLeft size={14} />
          {t('runs.all')}
        </TextLink>
      )}
      <Answer query={run} thing={t('run.thing')} loading={<RunLoading />}>
        {(one) => <Run source={source} run={one} seenAt={run.dataUpdatedAt} />}
      </Answer>
    </Stack>
  );
}

function Run({ source, run, seenAt }: { source: SourceConnection; run: SyncRun; seenAt: number }) {
  const t = messages.use();
  const rateOf = useRates(run, seenAt);
  return (
    <>
      <RunHead run={run} rate={isActive(run) ? rateOf('') : null} />
      {run.failure && run.state !== 'cancelled' && (
        <RunFailure source={source} run={run} failure={run.failure} />
      )}
      {run.state === 'cancelled' && <Banner tone="info">{t('run.cancelled_text')}</Banner>}
      <RunProof source={source} run={run} />
      <StreamTable run={run} rateOf={rateOf} />
    </>
  );
}

function RunLoading() {
  return (
    <Stack>
      <Skeleton width={200} height={24} />
      <Skeleton width="100%" height={64} />
      <Skeleton width="100%" height={120} />
    </Stack>
  );
}
