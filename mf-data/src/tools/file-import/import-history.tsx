import { useQuery } from '@headwater/shared/query';
import { Link, paths } from '@headwater/shared/routing';
import { QueryBoundary, Skeleton, styled } from '@headwater/shared/ui';
import { DataTable } from '@headwater/shared/ui/table';
import { Frame, RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { ImportMark } from './import-mark.tsx';
import { importQueries, type Run } from './import.queries.ts';

interface ImportHistoryProps {
  organizationId: string;
  source: SourceConnection;
}

/** The newest runs of an import, each of which can be opened. */
export function ImportHistory({ organizationId, source }: ImportHistoryProps) {
  const t = messages.use();
  const runs = useQuery(importQueries.runs(organizationId, source.id, source.lastRun));
  return (
    <QueryBoundary
      query={runs}
      thing={t('tool.history_thing')}
      loading={<Skeleton width="100%" height={120} />}
    >
      {(found) => (
        <Frame>
          <DataTable<Run>
            label={t('tool.history')}
            rows={found}
            rowKey={({ id }) => id}
            columns={[
              {
                id: 'when',
                head: t('tool.when'),
                rowHead: true,
                cell: ({ id, createdAt }) => (
                  <Opening to={paths.run(organizationId, source.id, id)}>
                    <RelativeTime iso={createdAt} />
                  </Opening>
                ),
              },
              { id: 'result', head: t('tool.result'), cell: (run) => <ImportMark run={run} /> },
              {
                id: 'by',
                head: t('tool.by'),
                hideBelow: 600,
                cell: ({ startedBy }) => startedBy ?? t('import.by_schedule'),
              },
            ]}
          />
        </Frame>
      )}
    </QueryBoundary>
  );
}

const Opening = styled(Link)({ color: 'var(--text)', fontWeight: 'var(--weight-medium)' });
