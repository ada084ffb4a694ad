import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Link, paths } from '@headwater/shared/routing';
import { QueryBoundary, Row, Stack } from '@headwater/shared/ui';
import { Meta } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { RunStatus } from '../status.tsx';
import { isActive, runQueries, type SyncRun } from '../sync-run.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { RunBody } from './run-body.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunLoading } from './run-loading.tsx';
import { useRates } from './use-rates.ts';

/** The run in progress, as shown on its connection's page. */
export function Running({ source, runId }: { source: SourceConnection; runId: string }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const run = useQuery(runQueries.one(organizationId, source.id, runId));
  return (
    <QueryBoundary query={run} thing={t('run.thing')} loading={<RunLoading />}>
      {(one) => <Panel source={source} run={one} seenAt={run.dataUpdatedAt} />}
    </QueryBoundary>
  );
}

function Panel({ source, run, seenAt }: { source: SourceConnection; run: SyncRun; seenAt: number }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const { number } = useFormat();
  const rateOf = useRates(run, seenAt);
  return (
    <Stack>
      <Stack gap={1}>
        <Row>
          <h2>
            <Link to={paths.run(organizationId, source.id, run.id)}>
              {t('run.title', { number: number(run.number) })}
            </Link>
          </h2>
          <RunStatus state={run.state} pill />
        </Row>
        <Meta>
          <RunFacts run={run} rate={isActive(run) ? rateOf('') : null} />
        </Meta>
      </Stack>
      <RunBody source={source} run={run} rateOf={rateOf} />
    </Stack>
  );
}
