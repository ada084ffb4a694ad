import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useTitle } from '@headwater/shared/routing';
import { QueryBoundary, CopyButton, Page, styled } from '@headwater/shared/ui';
import { PageHead, Topbar } from '@headwater/shared/ui/workspace';
import { CancelRun } from '../cancel-run.tsx';
import { messages } from '../messages.ts';
import { sourceQueries, type SourceConnection } from '../source.queries.ts';
import { RunStatus } from '../status.tsx';
import { isActive, runQueries, type SyncRun } from '../sync-run.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { Attempts, hasStory } from './attempts.tsx';
import { RunLog } from './log/run-log.tsx';
import { RunBody } from './run-body.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunLoading } from './run-loading.tsx';
import { useRates } from './use-rates.ts';

/** One run: when and by whom it was started, what it read from each table, what it rejected, and what went wrong. */
export function RunPage() {
  const t = messages.use();
  const { number } = useFormat();
  const { organizationId } = useWorkspace();
  const { sourceConnectionId = '', runId = '' } = useParams();
  const source = useQuery(sourceQueries.one(organizationId, sourceConnectionId));
  const run = useQuery(runQueries.one(organizationId, sourceConnectionId, runId));
  const page = paths.sourceConnection(organizationId, sourceConnectionId);
  const title = run.data && t('run.title', { number: number(run.data.number) });
  useTitle(title && source.data ? `${title} · ${source.data.name}` : t('details.tab.runs'));
  return (
    <>
      <Topbar
        crumbs={[
          { label: t('area'), to: paths.sourceConnections(organizationId) },
          { label: source.data?.name ?? '…', to: page },
          { label: t('details.tab.runs'), to: `${page}?tab=runs` },
          { label: title ?? '…' },
        ]}
      />
      <Page>
        <QueryBoundary
          query={source}
          thing={t('details.thing')}
          missing={t('load_failed.missing')}
          loading={<RunLoading />}
        >
          {(one) => (
            <QueryBoundary
              query={run}
              thing={t('run.thing')}
              missing={t('run.missing')}
              loading={<RunLoading />}
            >
              {(found) => <Run source={one} run={found} seenAt={run.dataUpdatedAt} />}
            </QueryBoundary>
          )}
        </QueryBoundary>
      </Page>
    </>
  );
}

function Run({ source, run, seenAt }: { source: SourceConnection; run: SyncRun; seenAt: number }) {
  const t = messages.use();
  const { number } = useFormat();
  const rateOf = useRates(run, seenAt);
  return (
    <>
      <PageHead
        title={t('run.title', { number: number(run.number) })}
        badge={<RunStatus state={run.state} pill />}
        meta={<RunFacts run={run} rate={isActive(run) ? rateOf('') : null} />}
        actions={
          <>
            <CopyButton wordy label={t('run.copy_link')} text={window.location.href} />
            {isActive(run) && <CancelRun source={source} run={run} />}
          </>
        }
      />
      <RunBody source={source} run={run} rateOf={rateOf} />
      <Story data-attempts={hasStory(run) || undefined}>
        {hasStory(run) && <Attempts run={run} />}
        <RunLog source={source} run={run} seenAt={seenAt} />
      </Story>
    </>
  );
}

/** The attempts next to the log, where there is room. */
const Story = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  '@media (min-width: 1200px)': {
    '&[data-attempts]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
  },
});
