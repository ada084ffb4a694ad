import { useFormat } from '@headwater/shared/messages';
import { Link, paths } from '@headwater/shared/routing';
import { Button, Cut, Text } from '@headwater/shared/ui';
import { Frame, FrameFoot } from '@headwater/shared/ui/workspace';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { RunTrigger } from '../run-trigger.tsx';
import { RunStatus } from '../status.tsx';
import type { ListedRun } from '../sync-run.queries.ts';
import { useWorkspace } from '../workspace.ts';

interface RunTableProps {
  source: SourceConnection;
  runs: readonly ListedRun[];
  /** Loads more runs; undefined if these are all. */
  onMore?(): void;
  isLoadingMore: boolean;
}

/** A table of runs, each with its rows read, written, and rejected. */
export function RunTable({ source, runs, onMore, isLoadingMore }: RunTableProps) {
  const t = messages.use();
  const columns = useRunColumns(source);
  return (
    <Frame bleed>
      <DataTable
        label={t('details.tab.runs')}
        columns={columns}
        rows={runs}
        rowKey={(run) => run.id}
        density="roomy"
      />
      {onMore && (
        <FrameFoot>
          <Button size="small" variant="ghost" busy={isLoadingMore} onClick={onMore}>
            {t('runs.more')}
          </Button>
        </FrameFoot>
      )}
    </Frame>
  );
}

function useRunColumns(source: SourceConnection): DataTableColumn<ListedRun>[] {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const { number } = useFormat();
  return [
    {
      id: 'run',
      head: t('runs.col_run'),
      rowHead: true,
      cell: (run) => (
        <Link to={paths.run(organizationId, source.id, run.id)}>
          {t('run.title', { number: number(run.number) })}
        </Link>
      ),
    },
    { id: 'state', head: t('runs.col_state'), cell: (run) => <RunStatus state={run.state} /> },
    {
      id: 'started',
      head: t('runs.col_started'),
      cell: (run) => <Time iso={run.startedAt ?? run.createdAt} />,
      hideBelow: 600,
    },
    {
      id: 'by',
      head: t('runs.col_by'),
      cell: (run) => <By run={run} />,
      hideBelow: 900,
    },
    {
      id: 'duration',
      head: t('runs.col_duration'),
      cell: (run) => <Duration run={run} />,
      align: 'end',
      hideBelow: 900,
    },
    {
      id: 'read',
      head: t('runs.col_read'),
      cell: (run) => number(run.rowsRead),
      align: 'end',
      hideBelow: 900,
    },
    {
      id: 'written',
      head: t('runs.col_written'),
      cell: (run) => number(run.rowsLoaded),
      align: 'end',
      hideBelow: 600,
    },
    {
      id: 'rejected',
      head: t('runs.col_rejected'),
      cell: (run) => <Rejected count={run.rowsRejected} />,
      align: 'end',
      hideBelow: 900,
    },
  ];
}

function Time({ iso }: { iso: string }) {
  const { dateTime, exactTime } = useFormat();
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {dateTime(iso)}
    </time>
  );
}

/** A person's name, or what started the run. */
const By = ({ run }: { run: ListedRun }) =>
  run.trigger === 'manual' && run.startedBy ? (
    <Cut title={run.startedBy}>{run.startedBy}</Cut>
  ) : (
    <RunTrigger run={run} />
  );

function Duration({ run: { startedAt, endedAt } }: { run: ListedRun }) {
  const { duration } = useFormat();
  return startedAt && endedAt ? duration(Date.parse(endedAt) - Date.parse(startedAt)) : '–';
}

function Rejected({ count }: { count: number }) {
  const { number } = useFormat();
  return <Text tone={count > 0 ? 'warn' : undefined}>{number(count)}</Text>;
}
