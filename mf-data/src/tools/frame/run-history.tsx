import { useQuery } from '@headwater/shared/query';
import { Link, useSearchParams } from '@headwater/shared/routing';
import { QueryBoundary, Skeleton, styled, Text } from '@headwater/shared/ui';
import { Frame, RelativeTime, Tag } from '@headwater/shared/ui/workspace';
import { DataTable } from '@headwater/shared/ui/table';
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
}

/** The newest runs, each of which can be opened. */
export function RunHistory({ tool, setupId, runId, figures }: RunHistoryProps) {
  const t = messages.use();
  const runs = useQuery(runsQuery(tool, setupId));
  const [query] = useSearchParams();
  const open = (id: string) => `?${new URLSearchParams({ ...Object.fromEntries(query), run: id })}`;
  return (
    <QueryBoundary query={runs} thing={t('tool.history')} loading={<Skeleton width="100%" height={120} />}>
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
