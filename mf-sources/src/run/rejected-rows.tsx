import { useFormat, useRejectionText } from '@headwater/shared/messages';
import { useInfiniteQuery } from '@headwater/shared/query';
import { QueryBoundary, Cut, IconButton, Mono, Row, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { IconDownload } from '@headwater/shared/ui/icons';
import { Frame, FrameFoot, MoreButton } from '@headwater/shared/ui/workspace';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { RetryRejected } from './retry-rejected.tsx';
import { rejectedRowFileUrl, runQueries, type RejectedRow, type SyncRun } from '../sync-run.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** Rows that couldn't be loaded, each with its location and the reason. */
export function RejectedRows({ source, run }: { source: SourceConnection; run: SyncRun }) {
  const t = messages.use();
  const { id: runId } = run;
  const { organizationId } = useWorkspace();
  const rows = useInfiniteQuery(runQueries.rejectedRows(organizationId, source.id, runId));
  const columns = useRejectedColumns();
  return (
    <QueryBoundary query={rows} thing={t('rejected.thing')} loading={<Skeleton width="100%" height={80} />}>
      {({ pages }) => {
        const all = pages.flatMap((page) => page.items);
        return (
          <Stack gap={2}>
            <RetryRejected source={source} streams={run.streams} />
            <Frame bleed>
              <DataTable label={t('rejected.title')} columns={columns} rows={all} rowKey={(row) => row.id} />
              <FrameFoot>
                {t('rejected.kept', { shown: all.length, total: pages[0]?.total ?? all.length })}
                <Row>
                  <MoreButton list={rows}>{t('rejected.more')}</MoreButton>
                  <IconButton
                    size="small"
                    label={t('rejected.download')}
                    download={rejectedRowFileUrl({ organizationId, sourceConnectionId: source.id, runId })}
                  >
                    <IconDownload />
                  </IconButton>
                </Row>
              </FrameFoot>
            </Frame>
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}

function useRejectedColumns(): DataTableColumn<RejectedRow>[] {
  const t = messages.use();
  const { number } = useFormat();
  const rejectionText = useRejectionText();
  return [
    {
      id: 'table',
      head: t('rejected.col_table'),
      cell: (row) => <Mono>{row.tableName}</Mono>,
      rowHead: true,
    },
    {
      id: 'line',
      head: t('rejected.col_line'),
      cell: ({ line }) => (line === null ? '–' : number(line)),
      align: 'end',
    },
    {
      id: 'column',
      head: t('rejected.col_column'),
      cell: (row) => <Mono>{row.column ?? '–'}</Mono>,
      hideBelow: 600,
    },
    {
      id: 'reason',
      head: t('rejected.col_reason'),
      cell: (row) => <Reason>{rejectionText(row)}</Reason>,
    },
    {
      id: 'raw',
      head: t('rejected.col_raw'),
      cell: (row) => (
        <Cut title={row.raw} style={{ maxWidth: 420 }}>
          <Mono>{row.raw}</Mono>
        </Cut>
      ),
      hideBelow: 900,
    },
  ];
}

// In the log, the reason goes on with a sentence.
const Reason = styled('span')({ display: 'block', '&::first-letter': { textTransform: 'uppercase' } });
