import { useQuery, type UseQueryResult } from '@headwater/shared/query';
import { Link, useSearchParams } from '@headwater/shared/routing';
import { QueryBoundary, Skeleton, styled, Text } from '@headwater/shared/ui';
import { Frame, RelativeTime, Tag } from '@headwater/shared/ui/workspace';
import { DataTable } from '@headwater/shared/ui/table';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { RunMark } from './run-mark.tsx';
import { runsQuery, type ListedToolRun, type ToolAddress } from './tool.queries.ts';

interface RunHistoryProps {
  tool: ToolAddress;
  /** Null for all runs of the tool. */
  setupId: string | null;
  /** The one that is shown. */
  runId: string | null;
  figures(figures: Readonly<Record<string, number>>): string;
  /** Something that a setup's runs can be told. */
  children?: ReactNode;
}

/** The newest runs, each of which can be opened. Where nothing was saved and nothing ran, there is no history. */
export function RunHistory(props: RunHistoryProps) {
  const { tool, setupId, children } = props;
  const t = messages.use();
  const runs = useQuery(runsQuery(tool, setupId));
  const isThere = setupId !== null || runs.isError || (runs.data?.length ?? 0) > 0;
  if (!isThere) return null;
  return (
    <section aria-label={t('tool.history')}>
      <Head>
        <h2>{t('tool.history')}</h2>
        {children}
      </Head>
      <Runs {...props} runs={runs} />
    </section>
  );
}

interface RunsProps extends RunHistoryProps {
  runs: UseQueryResult<ListedToolRun[]>;
}

function Runs({ runs, runId, figures }: RunsProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const open = (id: string) => `?${new URLSearchParams({ ...Object.fromEntries(query), run: id })}`;
  return (
    <QueryBoundary
      query={runs}
      thing={t('tool.history_thing')}
      loading={<Skeleton width="100%" height={120} />}
    >
      {(found) =>
        found.length === 0 ? (
          <Text tone="dim">{t('tool.no_runs')}</Text>
        ) : (
          <Frame>
            <DataTable<ListedToolRun>
              label={t('tool.history')}
              rows={found}
              rowKey={({ id }) => id}
              isSelected={({ id }) => id === runId}
              columns={[
                {
                  id: 'when',
                  head: t('tool.when'),
                  rowHead: true,
                  cell: ({ id, createdAt }) => (
                    <Opening to={open(id)} preventScrollReset>
                      <RelativeTime iso={createdAt} />
                    </Opening>
                  ),
                },
                {
                  id: 'result',
                  head: t('tool.result'),
                  cell: (run) => (
                    <Outcome>
                      <RunMark run={run} figures={figures} />
                      {run.isSample && <Tag>{t('tool.sample')}</Tag>}
                    </Outcome>
                  ),
                },
                {
                  id: 'by',
                  head: t('tool.by'),
                  hideBelow: 600,
                  cell: ({ startedBy }) => startedBy ?? t('tool.after_sync_by'),
                },
              ]}
            />
          </Frame>
        )
      }
    </QueryBoundary>
  );
}

const Outcome = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: '2px 8px', alignItems: 'center' });
const Opening = styled(Link)({ color: 'var(--text)', fontWeight: 'var(--weight-medium)' });
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 36,
  marginBottom: 4,
  '& h2': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
});
