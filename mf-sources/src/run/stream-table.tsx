import type { RunStream } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Link } from '@headwater/shared/routing';
import { Cut, Figure, styled, Text } from '@headwater/shared/ui';
import { EmptyState, Frame, FrameFoot, ProgressBar } from '@headwater/shared/ui/workspace';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { decisionPath } from '../failure-button.tsx';
import { messages } from '../messages.ts';
import { waitsForDecision } from '../remedy.ts';
import type { SourceConnection } from '../source.queries.ts';
import { StreamStatus } from '../status.tsx';
import { isActive, type SyncRun } from '../sync-run.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { fractionOf, timeLeft } from './progress.ts';

interface StreamTableProps {
  source: SourceConnection;
  run: SyncRun;
  rateOf(tableName: string): number | null;
}

/** The tables of a run: phase, rows and estimate, state, and, while the run is active, the rate and the time left. */
export function StreamTable({ source, run, rateOf }: StreamTableProps) {
  const t = messages.use();
  const columns = useStreamColumns(source, run, rateOf);
  if (run.streams.length === 0) return isActive(run) ? <EmptyState title={t('run.no_streams')} /> : null;
  return (
    <Frame bleed>
      <DataTable
        label={t('run.streams')}
        columns={columns}
        rows={run.streams}
        rowKey={(stream) => stream.tableName}
        density="roomy"
      />
      <FrameFoot>{t('run.done', { done: countOf(run, 'complete'), total: run.streams.length })}</FrameFoot>
    </Frame>
  );
}

const countOf = ({ streams }: SyncRun, wanted: RunStream['state']) =>
  streams.filter(({ state }) => state === wanted).length;

function useStreamColumns(
  source: SourceConnection,
  run: SyncRun,
  rateOf: StreamTableProps['rateOf'],
): DataTableColumn<RunStream>[] {
  const t = messages.use();
  const { number } = useFormat();
  const always: DataTableColumn<RunStream>[] = [
    {
      id: 'table',
      head: t('run.col_table'),
      cell: ({ tableName }) => <TableName title={tableName}>{tableName}</TableName>,
      rowHead: true,
    },
    { id: 'phase', head: t('run.col_phase'), cell: (stream) => <Phase stream={stream} />, hideBelow: 900 },
    {
      id: 'progress',
      head: t('run.col_progress'),
      cell: (stream) => <Progress stream={stream} run={run} />,
      width: '24%',
    },
    {
      id: 'rows',
      head: t('run.col_rows'),
      cell: (stream) => <Rows stream={stream} />,
      align: 'end',
      hideBelow: 600,
    },
    {
      id: 'of',
      head: t('run.col_of'),
      cell: (stream) => <Estimate stream={stream} />,
      align: 'end',
      hideBelow: 900,
    },
  ];
  const whileActive: DataTableColumn<RunStream>[] = [
    {
      id: 'rate',
      head: t('run.col_rate'),
      cell: ({ tableName, state }) => {
        const rate = state === 'running' ? rateOf(tableName) : null;
        return rate === null ? '–' : number(Math.round(rate));
      },
      align: 'end',
      hideBelow: 900,
    },
    {
      id: 'left',
      head: t('run.col_left'),
      cell: (stream) => <Left stream={stream} rate={rateOf(stream.tableName)} />,
      align: 'end',
      hideBelow: 900,
    },
  ];
  const status = {
    id: 'status',
    head: t('run.col_status'),
    cell: (stream: RunStream) => <Status source={source} stream={stream} run={run} />,
    hideBelow: 600 as const,
  };
  return [...always, ...(isActive(run) ? whileActive : []), status];
}

/** The state of a table, which leads to the decision that it waits for. */
function Status({ source, stream, run }: Pick<StreamTableProps, 'source' | 'run'> & { stream: RunStream }) {
  const { organizationId } = useWorkspace();
  const status = <StreamStatus stream={stream} run={run} />;
  const { failure } = stream;
  if (!failure || !waitsForDecision(failure) || run.state === 'canceled') return status;
  return <Link to={decisionPath(organizationId, source.id, failure)}>{status}</Link>;
}

/** A table's phase, or the one in which it stopped. */
function Phase({ stream: { state, phase, rowsRead, failure } }: { stream: RunStream }) {
  const t = messages.use();
  if (state === 'incomplete' && phase === 'waiting' && failure && waitsForDecision(failure)) return '–';
  if (state === 'pending') return '–';
  if (state === 'complete') return t('run.phase.done');
  if (state !== 'incomplete') return t(`run.phase.${phase}`);
  if (phase === 'waiting' || (phase === 'done' && rowsRead === 0)) return t('run.stopped.waiting');
  return t(`run.stopped.${phase}`);
}

function Progress({ stream, run }: { stream: RunStream; run: SyncRun }) {
  const { progress } = useFormat();
  const { tableName, state, phase, rowsRead, estimatedRows } = stream;
  const isRead = state === 'complete' || (state === 'incomplete' && phase === 'done');
  const value = state === 'pending' ? 0 : fractionOf(rowsRead, estimatedRows, isRead);
  const tone = state === 'complete' ? 'ok' : toneOfOpen(stream, run);
  const isStill = state === 'rate_limited' || state === 'incomplete';
  return (
    <At>
      <ProgressBar
        label={tableName}
        value={state === 'incomplete' ? (value ?? 0) : value}
        tone={tone}
        waiting={isStill && value === null}
      />
      <Text tone="muted" size={12} aria-hidden>
        {value === null ? '–' : progress(value)}
      </Text>
    </At>
  );
}

/** Returns amber if the table will be retried or waits for a decision, red if it has failed, and the accent color if nothing is wrong. */
function toneOfOpen({ failure }: RunStream, run: SyncRun) {
  if (!failure || failure.type === 'manual_cancellation' || run.state === 'canceled') return 'accent';
  if (waitsForDecision(failure)) return 'warn';
  return failure.retryable && (isActive(run) || run.state === 'incomplete') ? 'warn' : 'bad';
}

function Rows({ stream: { state, rowsRead, rowsLoaded, rowsRejected } }: { stream: RunStream }) {
  const { number } = useFormat();
  if (state === 'pending' || (state === 'incomplete' && rowsRead === 0)) return '–';
  const isComplete = state === 'complete';
  return (
    <Figure>
      {number(isComplete ? rowsLoaded : rowsRead)}
      {isComplete && rowsRejected > 0 && <Text tone="warn"> + {number(rowsRejected)}</Text>}
    </Figure>
  );
}

function Estimate({ stream: { state, rowsRead, estimatedRows } }: { stream: RunStream }) {
  const t = messages.use();
  const { number } = useFormat();
  if (state === 'complete') return <Dim>{number(rowsRead)}</Dim>;
  return <Dim>{estimatedRows === null ? t('run.of_unknown') : `≈ ${number(estimatedRows)}`}</Dim>;
}

function Left({ stream, rate }: { stream: RunStream; rate: number | null }) {
  const t = messages.use();
  const { duration } = useFormat();
  if (stream.state !== 'running') return '–';
  const left = timeLeft(stream.rowsRead, stream.estimatedRows, rate);
  return left === null ? (
    <Dim>{t('run.no_estimate')}</Dim>
  ) : (
    <Figure style={{ whiteSpace: 'nowrap' }}>{duration(left)}</Figure>
  );
}

const Dim = styled('span')({ color: 'var(--text-3)', whiteSpace: 'nowrap' });
const TableName = styled(Cut)({
  fontFamily: 'var(--font-mono)',
  fontSize: 12.5,
  maxWidth: 'min(250px, 40vw)',
});
const At = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(64px, 1fr) 44px',
  gap: 10,
  alignItems: 'center',
  '& > span': { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
});
